/** Child processes whose methods a test calls: both ends. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A call by the parent. */
interface CallMessage {
  id: number
  method: string
  input: unknown[]
}

/** The result of the call with the same id; id 0 brings what the child has prepared. */
interface ResultMessage {
  id: number
  output?: unknown
  error?: { message: string; code?: string; cause?: { code?: string } }
}

export interface CallableProcess {
  child: ChildProcess
  /** What the child has prepared; @throws Error if it could not, or has exited. */
  ready: Promise<unknown>
  /** @throws Error with the message and the codes of the child's, or if it has exited. */
  call(method: string, ...input: unknown[]): Promise<unknown>
  /** Its standard error. */
  log(): string
  /** Resolves on exit with the exit code, or null after a signal. */
  ended: Promise<number | null>
}

/**
 * @param program calls `serveCalls`.
 * @param shell commands of a shell that run before it.
 */
export function startCallable(program: URL, args: string[], options: SpawnOptions = {}, shell = ''): CallableProcess {
  const command = [process.execPath, '--expose-gc', fileURLToPath(program), ...args]
  const [file = '', ...rest] = shell ? ['sh', '-c', `${shell} && exec "$@"`, 'sh', ...command] : command
  const child = spawn(file, rest, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    ...options,
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  const ended: Promise<number | null> = once(child, 'exit').then(([code]) => code)
  const pending = new Map<number, (result: ResultMessage) => void>()
  const receive = async (id: number) => {
    const { promise, resolve } = Promise.withResolvers<ResultMessage>()
    pending.set(id, resolve)
    const { output, error } = await promise
    if (error) throw Object.assign(new Error(error.message), error)
    return output
  }
  child.on('message', (result: ResultMessage) => {
    pending.get(result.id)?.(result)
    pending.delete(result.id)
  })
  ended.then((code) => {
    const error = { message: `the process exited with ${code}: ${log}` }
    for (const resolve of pending.values()) resolve({ id: 0, error })
  })
  const ready = receive(0)
  let count = 0
  return {
    child,
    ready,
    call(method, ...input) {
      count += 1
      const result = receive(count)
      child.send({ id: count, method, input } satisfies CallMessage)
      return result
    },
    log: () => log,
    ended,
  }
}

/** Answers the calls of the parent once `prepared`; this process exits with its parent. */
export function serveCalls(
  prepared: Promise<unknown>,
  call: (method: string, input: unknown[]) => Promise<unknown>,
): void {
  const answer = async (id: number, work: Promise<unknown>) => {
    const result: ResultMessage = await work.then(
      (output) => ({ id, output }),
      ({ message, code, cause }) => ({ id, error: { message, code, cause: { code: cause?.code } } }),
    )
    process.send?.(result)
  }
  process.once('disconnect', () => process.exit())
  process.on('message', ({ id, method, input }: CallMessage) => answer(id, call(method, input)))
  void answer(0, prepared)
}
