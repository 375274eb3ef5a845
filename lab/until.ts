/** Waits for something that other programs do. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** @throws Error after some minutes, and what the condition throws. */
export async function until(
  what: string | (() => string),
  condition: () => Promise<boolean>,
  minutes = 5,
): Promise<void> {
  const end = Date.now() + minutes * 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${typeof what === 'string' ? what : what()}: not within ${minutes} minutes`)
    await wait(5)
  }
}

/** Waits until a server answers with a status. @param child the process that starts it, which must not end before. */
export function untilAnswered(
  url: string,
  status: number,
  child: Pick<ChildProcess, 'exitCode' | 'signalCode' | 'spawnargs'>,
  init?: RequestInit,
): Promise<void> {
  let last: number | undefined
  const describe = () => `${url} answers ${status} (last: ${last ?? 'no answer'})`
  return until(describe, async () => {
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${ended}`)
    const response = await fetch(url, init).catch(() => undefined)
    await response?.arrayBuffer()
    last = response?.status ?? last
    return last === status
  })
}
