/** Child processes that use an SQLite file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export interface Filled {
  added: string[]
  refused: string[]
  codes: string[]
}

/** Adds accounts in another process; `ulimit` limits the file size, in blocks of the shell. */
export async function addAccountsInProcess(
  url: string,
  prefix: string,
  number: number,
  ulimit = 'unlimited',
): Promise<Filled> {
  const command = [process.execPath, at('add-accounts.ts'), url, prefix, String(number)]
  const child = spawn('sh', ['-c', `ulimit -f ${ulimit} && exec "$@"`, 'sh', ...command])
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (errors) throw new Error(errors)
  return JSON.parse(out)
}

/** Lets another process hold the write lock; the returned function releases it. */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(process.execPath, [at('hold-lock.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout ?? child, 'data')
  return async () => {
    child.stdin?.end()
    await ended
  }
}
