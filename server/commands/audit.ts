/** The audit of operator commands: a line of JSON in a file for each, with who ran what, when, where, and the result. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'

/**
 * Runs a command and appends its result to the file, which is opened first: a command that cannot be audited is not run.
 * @throws Error in one line if the file cannot be opened.
 */
export async function withAudit(
  path: string | undefined,
  name: string,
  args: string[],
  run: () => Promise<unknown>,
): Promise<void> {
  if (!path) return void (await run())
  const file = openSync(path, 'a', 0o600)
  const write = (result: string) => {
    const who = { user: userInfo().username, uid: process.getuid?.(), host: hostname() }
    const line = {
      time: new Date().toISOString(),
      audit: 'operator command',
      ...who,
      command: name,
      args: withoutStore(args),
      result,
    }
    writeSync(file, `${JSON.stringify(line)}\n`)
  }
  try {
    await run()
    write('done')
  } catch (error) {
    write('failed')
    throw error
  } finally {
    closeSync(file)
  }
}

/** The URL of a store may hold a password. */
function withoutStore(args: string[]): string[] {
  return args.filter((arg, index) => !arg.startsWith('--store') && args[index - 1] !== '--store')
}
