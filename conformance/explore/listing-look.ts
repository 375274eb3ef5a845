/** Document 4.6: reads the listing page by page, and compares the accounts on all pages with those of the model. */

import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import { judgeExchange } from '../document/judge.ts'
import { isMasked, isRecordOf } from '../document/list-deletion-requests.ts'
import { largestLimit } from '../document/listing-bounds.ts'
import { hasOthers, type Model } from '../document/state.ts'
import type { JudgeTools } from './action.ts'
import type { Random } from './random.ts'

/** Pages of a walk, so that a large listing does not use up the budget. */
const mostPages = 8

/** Page sizes relative to the number of records: a boundary of pages falls before, on and after the last one. */
const limitNames = ['default', 'all', 'all but one', 'one more', 'half', 'a third', 'a divisor', '7', '20', '100']

export function proposeLimit(random: Random): string {
  return random.pick(limitNames)
}

function limitOf(name: string, total: number): number | undefined {
  if (name === 'default') return undefined
  const divisor = [5, 4, 3, 2].find((one) => total % one === 0) ?? 1
  const wanted: Record<string, number> = {
    all: total,
    'all but one': total - 1,
    'one more': total + 1,
    half: Math.ceil(total / 2),
    'a third': Math.ceil(total / 3),
    'a divisor': total / divisor,
  }
  const limit = wanted[name] ?? Number(name)
  return Math.min(largestLimit, Math.max(1, Math.ceil(total / mostPages), limit))
}

/** All records that the pages of a size contain; undefined if the listing is too long to read. */
async function walk(
  caller: Caller,
  model: Model,
  limitName: string,
  tools: JudgeTools,
): Promise<DeletionRequest[] | undefined> {
  const read = async (query?: { page?: number; limit?: number }): Promise<DeletionRequestPage | undefined> => {
    const exchange = await caller.listDeletionRequests(query)
    await judgeExchange(model, exchange, false, tools.transport, tools)
    return exchange.response.status < 300 ? (exchange.body as DeletionRequestPage) : undefined
  }
  const first = await read()
  if (!first || first.pagination.total > mostPages * largestLimit) return undefined
  const { total } = first.pagination
  const limit = limitOf(limitName, total)
  const limited = limit === undefined ? undefined : await read({ limit })
  const start = limited ?? first
  const size = limited && limit !== undefined ? { limit } : {}
  const records = [...start.data]
  let last: DeletionRequestPage = start
  for (let pages = 1; records.length < total || last.data.length >= last.pagination.limit; pages++) {
    if (pages > mostPages) return undefined
    // A page past the end may be refused, empty, or the last page again.
    const next = await read({ page: start.pagination.page + pages, ...size })
    if (!next || next.data.length === 0) break
    if (records.length >= total && next.data.every(({ id }) => records.some((record) => record.id === id))) break
    records.push(...next.data)
    last = next
  }
  tools.cite('4.6b', '2.4a')
  tools.expect.implied(total, 'pagination.total').toBe(records.length)
  return records
}

/** The mistakes of the listing, in the order of accounts: missing ones, and ones that are listed without reason. */
function mistakes(model: Model, records: DeletionRequest[]): string[] {
  const isAnonymous = records.some(({ email }) => isMasked(email))
  return Object.values(model.accounts).flatMap((account) => {
    // A masked address does not tell the members of a team apart.
    if (isAnonymous && hasOthers(model, account)) return []
    const times = records.filter((record) => isRecordOf(model, account, record)).length
    const { name, email, id, teamId, deletion, mayBeCancelled } = account
    if (email === undefined && id === undefined && teamId === undefined) return []
    return times === (deletion ? 1 : 0) || (times === 0 && mayBeCancelled)
      ? []
      : [`${email ?? name}, ${deletion ? 'scheduled' : 'not scheduled'} for deletion, is listed ${times} times`]
  })
}

/**
 * Expects each account that is scheduled for deletion on exactly one page, with its data, and no other.
 * @param waits milliseconds before each reading: a change may show after a while.
 */
export async function judgeListing(
  caller: Caller,
  model: Model,
  limitName: string,
  waits: readonly number[],
  tools: JudgeTools,
): Promise<void> {
  const { expect, cite } = tools
  let records: DeletionRequest[] | undefined
  let wrong: string[] = []
  for (const wait of waits) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    records = await walk(caller, model, limitName, tools)
    if (!records) return
    wrong = mistakes(model, records)
    if (wrong.length === 0) break
  }
  cite('4.6a', '4.6b', '3.2a')
  const read = `${wrong.join(', ')}, of ${records?.length} records`
  expect(wrong, 'the difference from the accounts that are scheduled for deletion', read).toBe([])
}
