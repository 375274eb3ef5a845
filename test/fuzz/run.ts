/** Sends generated requests to two targets, and shrinks those with different or invalid responses. */
import fc from 'fast-check'
import type { FuzzClient, FuzzResult } from './clients.ts'
import { describeRequest, type RawRequest } from './raw-request.ts'
import { requests } from './requests.ts'

export interface Difference {
  /** The description of the smallest request that shows the difference. */
  request: string
  replies: Record<string, FuzzResult>
  /** The number of requests that showed it. */
  count: number
}

export interface Report {
  seed: number
  requests: number
  /** How often the first target gave each status and code. */
  answers: Record<string, number>
  differences: Difference[]
}

export interface Settings {
  requests: number
  seed: number
  progress?: (done: number, differences: number) => void
}

/** The run stops at this number of different differences. */
const most = 100

/** Continues after a difference, and reports it once for each operation and pair of responses. */
export async function fuzz(
  parties: FuzzClient[],
  { requests: wanted, seed, progress = () => {} }: Settings,
): Promise<Report> {
  const answers: Record<string, number> = {}
  const known = new Map<string, Difference>()
  let done = 0

  /** Sends a request; returns a difference that is not yet known. */
  async function compareResponses(
    message: RawRequest,
    counts: boolean,
  ): Promise<{ key: string; difference: Difference } | undefined> {
    const pending = parties.map(async ({ name, ask }) => ({ name, reply: await ask(message) }))
    const results = await Promise.all(pending)
    const [said = ''] = results.map(({ reply }) => reply.said)
    const isOne = new Set(results.map(({ reply }) => `${reply.said} ${reply.did}`)).size === 1
    if (counts) {
      done += 1
      answers[said] = (answers[said] ?? 0) + 1
      progress(done, known.size)
    }
    const problems = results.flatMap(({ name, reply }) => reply.problems.map((why) => `${name} ${why}`))
    if (isOne && problems.length === 0) return undefined
    const key = [
      message.operationId,
      ...results.map(({ reply }) => reply.said),
      ...problems.map((why) => why.replace(/["/\d].*/s, '')),
    ].join(' | ')
    const difference = known.get(key)
    const replies = Object.fromEntries(results.map(({ name, reply }) => [name, reply]))
    if (!difference) return { key, difference: { request: describeRequest(message), replies, count: 1 } }
    if (counts) difference.count += 1
    return undefined
  }

  for (let round = 0; done < wanted && known.size < most; round++) {
    let found: Awaited<ReturnType<typeof compareResponses>>
    const property = fc.asyncProperty(requests, async (message) => {
      const news = await compareResponses(message, found === undefined)
      if (!news) return
      found = news
      throw new Error(news.key)
    })
    await fc.check(property, { seed: seed + round, numRuns: wanted - done })
    if (found) known.set(found.key, found.difference)
  }
  return { seed, requests: done, answers, differences: [...known.values()] }
}
