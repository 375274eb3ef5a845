/** Sends made-up requests to server and mock, and shrinks whatever they answer differently, or wrongly. */
import fc from 'fast-check'
import { describe, type Message } from './message.ts'
import { requests } from './requests.ts'
import type { Party, Reply } from './targets.ts'

export interface Difference {
  /** The smallest request that shows it, for people. */
  request: string
  replies: Record<Party['name'], Reply>
  /** How many of the requests showed it. */
  count: number
}

export interface Report {
  seed: number
  requests: number
  /** How often the server said what. */
  answers: Record<string, number>
  differences: Difference[]
}

export interface Settings {
  requests: number
  seed: number
  progress?: (done: number, differences: number) => void
}

/** Beyond so many kinds of differences, nobody reads on. */
const most = 100

/** Goes on after a difference, which is told once for each operation and pair of answers. */
export async function fuzz(
  parties: Party[],
  { requests: wanted, seed, progress = () => {} }: Settings,
): Promise<Report> {
  const answers: Record<string, number> = {}
  const known = new Map<string, Difference>()
  let done = 0

  /** What is new about a request's answers; undefined if nothing. */
  async function look(message: Message, counts: boolean): Promise<{ key: string; difference: Difference } | undefined> {
    const replies = Object.fromEntries(
      await Promise.all(parties.map(async (party) => [party.name, await party.ask(message)])),
    ) as Difference['replies']
    const { server, mock } = replies
    if (counts) {
      done += 1
      answers[server.said] = (answers[server.said] ?? 0) + 1
      progress(done, known.size)
    }
    const problems = [...server.problems.map((why) => `server ${why}`), ...mock.problems.map((why) => `mock ${why}`)]
    if (server.said === mock.said && problems.length === 0) return undefined
    const key = [
      message.operationId,
      server.said,
      mock.said,
      ...problems.map((why) => why.replace(/["/\d].*/s, '')),
    ].join(' | ')
    const difference = known.get(key)
    if (!difference) return { key, difference: { request: describe(message), replies, count: 1 } }
    if (counts) difference.count += 1
    return undefined
  }

  for (let round = 0; done < wanted && known.size < most; round++) {
    let found: Awaited<ReturnType<typeof look>>
    const property = fc.asyncProperty(requests, async (message) => {
      const news = await look(message, found === undefined)
      if (!news) return
      found = news
      throw new Error(news.key)
    })
    await fc.check(property, { seed: seed + round, numRuns: wanted - done })
    if (found) known.set(found.key, found.difference)
  }
  return { seed, requests: done, answers, differences: [...known.values()] }
}
