/** Sends made-up requests to two parties, and shrinks whatever they answer differently, or wrongly. */
import fc from 'fast-check'
import type { FuzzClient, FuzzResult } from './clients.ts'
import { describeRequest, type RawRequest } from './raw-request.ts'
import { requests } from './requests.ts'

export interface Difference {
  /** The smallest request that shows it, for people. */
  request: string
  replies: Record<string, FuzzResult>
  /** How many of the requests showed it. */
  count: number
}

export interface Report {
  seed: number
  requests: number
  /** How often the first one said what. */
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
  parties: FuzzClient[],
  { requests: wanted, seed, progress = () => {} }: Settings,
): Promise<Report> {
  const answers: Record<string, number> = {}
  const known = new Map<string, Difference>()
  let done = 0

  /** What is new about a request's answers; undefined if nothing. */
  async function look(
    message: RawRequest,
    counts: boolean,
  ): Promise<{ key: string; difference: Difference } | undefined> {
    const asked = parties.map(async ({ name, ask }) => ({ name, reply: await ask(message) }))
    const told = await Promise.all(asked)
    const [said = ''] = told.map(({ reply }) => reply.said)
    const isOne = new Set(told.map(({ reply }) => `${reply.said} ${reply.did}`)).size === 1
    if (counts) {
      done += 1
      answers[said] = (answers[said] ?? 0) + 1
      progress(done, known.size)
    }
    const problems = told.flatMap(({ name, reply }) => reply.problems.map((why) => `${name} ${why}`))
    if (isOne && problems.length === 0) return undefined
    const key = [
      message.operationId,
      ...told.map(({ reply }) => reply.said),
      ...problems.map((why) => why.replace(/["/\d].*/s, '')),
    ].join(' | ')
    const difference = known.get(key)
    const replies = Object.fromEntries(told.map(({ name, reply }) => [name, reply]))
    if (!difference) return { key, difference: { request: describeRequest(message), replies, count: 1 } }
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
