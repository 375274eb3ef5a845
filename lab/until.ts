/** Waits for something that other programs do. */
import { setTimeout as wait } from 'node:timers/promises'

/** @throws Error after some minutes, and what the condition throws. */
export async function until(what: string, condition: () => Promise<boolean>, minutes = 5): Promise<void> {
  const end = Date.now() + minutes * 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${minutes} minutes`)
    await wait(5)
  }
}

/** Waits until a server answers with a status. @param child the process that starts it, which must not end before. */
export function untilAnswered(
  url: string,
  status: number,
  child: { exitCode: number | null; spawnargs: string[] },
  init?: RequestInit,
): Promise<void> {
  return until(`${url} answers ${status}`, async () => {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`)
    const response = await fetch(url, init).catch(() => undefined)
    await response?.arrayBuffer()
    return response?.status === status
  })
}
