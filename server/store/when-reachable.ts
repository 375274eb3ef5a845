/** Waits for a database that is away, or locked by another process, at the start of the server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isLocked } from './sql/when-unlocked.ts'

const pauseMilliseconds = 500

/** Node's codes for a host that does not answer, and PostgreSQL's for one that starts, stops or has no free connection. */
const away = /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[123]|53300|08\w{3})$/

/** Errors of the driver that have no code: a host or a proxy before it ends a new connection, or does not answer. */
const silent = /^(?:Connection terminated|timeout e|no answer)/

/**
 * @param onWait called once, with the reason, before the first pause.
 * @throws Error of the last try: at once if waiting does not help, otherwise after `seconds`.
 */
export async function whenReachable<T>(
  call: () => Promise<T>,
  seconds: number,
  onWait: (error: Error) => void,
): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await call()
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw error
      if (isFirst) onWait(error as Error)
      await sleep(pauseMilliseconds)
    }
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const errors = error instanceof AggregateError ? error.errors : [error.cause]
  const { code = '', message } = error as NodeJS.ErrnoException
  return away.test(code) || isLocked(error) || silent.test(message) || errors.some(isAway)
}
