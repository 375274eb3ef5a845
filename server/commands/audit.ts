/** The audit of operator commands: a line of JSON in a file for each, with who ran what, when, where, and the result. */
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { describeReason } from '@monitoring-service/http'

/**
 * Runs a command, and appends its result to the file, which is opened first: a command that cannot be audited is not run.
 * @param run returns what the line says beside the arguments.
 * @throws Error in one line if the file cannot be opened, or the result cannot be written.
 */
export async function withAudit(
  path: string | undefined,
  name: string,
  args: string[],
  run: () => Promise<object | undefined>,
): Promise<void> {
  if (!path) return void (await run())
  const file = openLog(path)
  let details: object | undefined
  let failure: Error | undefined
  try {
    details = await run()
  } catch (error) {
    failure = error as Error
  }
  const line = {
    time: new Date().toISOString(),
    audit: 'operator command',
    user: userName(),
    uid: process.getuid?.(),
    host: hostname(),
    command: name,
    args: withoutStore(args),
    result: failure ? 'failed' : 'done',
    ...details,
  }
  try {
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  } catch (error) {
    const outcome = failure
      ? `${describeReason(failure)}; this was`
      : 'the command was done: do not repeat it; but it was'
    throw new Error(`${outcome} not logged to AUDIT_LOG ${path}: ${(error as Error).message}`)
  } finally {
    closeSync(file)
  }
  if (failure) throw failure
}

function openLog(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw new Error(`AUDIT_LOG cannot be opened, so the command was not run: ${(error as Error).message}`)
  }
}

/** The user of a container may have a number only. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** The URL of a store may hold a password. */
function withoutStore(args: string[]): string[] {
  return args.filter((arg, index) => !arg.startsWith('--store') && args[index - 1] !== '--store')
}
