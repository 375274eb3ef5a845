/** A store that is open in a child process, which a test can limit, stop and kill. */
import { onTestFinished } from 'vitest'
import type { Store } from '../../server/store/store.ts'
import { startCallable } from './callable-process.ts'

export interface StoreProcess {
  /** Its calls are made in the child; functions cannot be handed over. */
  store: Store
  pid: number
  signal(name: NodeJS.Signals): void
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>
}

const program = new URL('store-process-main.ts', import.meta.url)

/**
 * Opens a store in a process that ends with the test.
 * @param shell commands that run before it, such as `ulimit`.
 * @throws Error with the message of the child's, if it cannot be opened.
 */
export async function openInProcess(url: string, shell?: string): Promise<StoreProcess> {
  const { child, ready, call, ended } = startCallable(program, [url], {}, shell)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await ready
  const store = new Proxy({} as Store, {
    // `await store` probes for a `then` property.
    get: (_, method: string) => (method === 'then' ? undefined : (...input: unknown[]) => call(method, ...input)),
  })
  return { store, pid: Number(child.pid), signal: (name) => void child.kill(name), kill }
}
