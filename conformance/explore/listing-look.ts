/** Document 4.6: reads the listing page by page, and compares the accounts on all pages with those of the model. */

import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import { judgeExchange } from '../document/judge.ts'
import { findListed, isMasked } from '../document/listed-record.ts'
import { largestLimit } from '../document/listing-bounds.ts'
import { type ReadPage, readListing } from '../document/read-listing.ts'
import { hasOthers, type Model } from '../document/state.ts'
import type { JudgeTools } from './action.ts'
import type { Random } from './random.ts'

/** Pages of a reading, so that a large listing does not use up the budget. */
const mostPages = 8

/** Page sizes relative to the number of records: a boundary of pages falls before, on and after the last one. */
const limitNames = ['default', 'all', 'all but one', 'one more', 'half', 'a third', 'a divisor', '7', '20', '100']

export function proposeLimit(random: Random): string {
  return random.pick(limitNames)
}

function limitOf(name: string, total: number): number | 'none' {
  if (name === 'default') return 'none'
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

/** The mistakes of the listing, in the order of accounts: missing ones, and ones that are listed without reason. */
function mistakes(model: Model, records: DeletionRequest[]): string[] {
  const isAnonymous = records.some(({ email }) => isMasked(email))
  return Object.values(model.accounts).flatMap((account) => {
    // A masked address does not tell the members of a team apart.
    if (isAnonymous && hasOthers(model, account)) return []
    const times = records.filter((record) => findListed(model, record) === account).length
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
  const { expect, cite, transport } = tools
  const read: ReadPage = async (query) => {
    const exchange = await caller.listDeletionRequests(query)
    await judgeExchange(model, exchange, false, transport, tools)
    return exchange.response.status < 300 ? (exchange.body as DeletionRequestPage) : undefined
  }
  let records: DeletionRequest[] = []
  let wrong: string[] = []
  for (const wait of waits) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const { total } = (await read())?.pagination ?? { total: 0 }
    if (total > mostPages * largestLimit) return
    const listing = await readListing(read, limitOf(limitName, total))
    if (listing.isPartial) return
    records = listing.records
    cite('4.6b', '2.4a')
    expect.implied(listing.totals[0], 'pagination.total').toBe(records.length)
    wrong = mistakes(model, records)
    if (wrong.length === 0) break
  }
  cite('4.6a', '4.6b', '3.2a')
  const seen = `${wrong.join(', ')}, of ${records.length} records`
  expect(wrong, 'the difference from the accounts that are scheduled for deletion', seen).toBe([])
}
