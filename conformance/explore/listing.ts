/** Document 4.6: reads the listing page by page, and compares the accounts on all pages with those of the state. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import type { Transport } from '../client/credentials.ts'
import { isAccepted } from '../client/exchange.ts'
import { judgeExchange } from '../document/judge.ts'
import { findListed, isMasked } from '../document/listed-record.ts'
import { largestLimit } from '../document/listing-bounds.ts'
import { countsSomething, describeIn, showsOtherRecords } from '../document/listing-pages.ts'
import type { Scratch } from '../document/operation.ts'
import { type Listing, type ListingReader, readListing, whileUnchanged } from '../document/read-listing.ts'
import { type Account, hasOthers, type Model } from '../document/state.ts'
import { ifAvailable } from '../records/errors.ts'
import type { Action } from './action.ts'
import type { Random } from './random.ts'

/** Pages of a reading, so that a large listing does not use up the budget. */
const mostPages = 8

/** Page sizes relative to the number of records: a boundary of pages falls before, on and after the last one. */
const limits: Record<string, (total: number) => number> = {
  all: (total) => total,
  'all but one': (total) => total - 1,
  'one more': (total) => total + 1,
  half: (total) => total / 2,
  'a third': (total) => total / 3,
  'a divisor': (total) => total / ([5, 4, 3, 2].find((one) => total % one === 0) ?? 1),
  '7': () => 7,
  '20': () => 20,
  '100': () => 100,
}
const limitNames = ['none', ...Object.keys(limits)]

/** Reads the listing page by page, with the right key, and compares it with the model. */
export const proposeWholeListing = (random: Random): Action => ({
  operation: 'listDeletionRequests',
  by: 'anonymous',
  values: { limit: random.pick(limitNames) },
})

function limitOf(name: string, total: number): number | 'none' {
  const limit = limits[name]?.(total)
  return limit === undefined ? 'none' : Math.min(largestLimit, Math.ceil(Math.max(1, total / mostPages, limit)))
}

/** The accounts whose records are recognized. A masked address does not tell the members of a team apart. */
function recognized(model: Model, records: DeletionRequest[]): Account[] {
  const isAnonymous = records.some(({ email }) => isMasked(email))
  return Object.values(model.accounts).filter((account) => {
    const { email, id, teamId, kind } = account
    const isAlone = teamId !== undefined && kind !== 'colleague' && !hasOthers(model, account)
    return isAlone || (!isAnonymous && (email ?? id) !== undefined)
  })
}

interface Reading {
  caller: Caller
  /** The name of a page size. */
  limit: string
  /** Milliseconds before each attempt: a change may show after a while. */
  waits: readonly number[]
}

/** Expects each account that is scheduled for deletion on exactly one page, with its data, and no other. */
export async function judgeListing(
  model: Model,
  { caller, limit, waits }: Reading,
  tools: { transport: Transport; scratch: Scratch },
): Promise<void> {
  const { expect, cite } = tools.scratch
  const reader: ListingReader = {
    patience: waits.reduce((sum, wait) => sum + wait, 0),
    async readPage(query) {
      const exchange = await caller.listDeletionRequests(query)
      await judgeExchange(model, exchange, tools)
      return isAccepted(exchange) ? exchange.body : undefined
    },
  }
  const timesIn = ({ records }: Listing) => {
    const listed = records.map((record) => findListed(model, record))
    return recognized(model, records).map((account) => ({
      account,
      times: listed.filter((other) => other === account).length,
    }))
  }
  const areAllThere = (listing: Listing) =>
    timesIn(listing).every(({ account, times }) => times === wanted(account, times))
  const isRight = (listing?: Listing) => !listing || (countsSomething(listing) && areAllThere(listing))
  let listing: Listing | undefined
  for (const wait of waits) {
    await pause(wait)
    const readAll = async ({ pagination: { total } }: DeletionRequestPage) =>
      total > mostPages * largestLimit ? undefined : readListing(reader, limitOf(limit, total))
    // Where others change the listing, nothing is known of it.
    listing = await ifAvailable(whileUnchanged(reader, readAll, isRight))
    if (!listing || listing.isPartial) return
    if (areAllThere(listing)) break
  }
  if (!listing) return
  const { records, first } = listing
  cite('4.6b', '2.4a')
  expect.implied(first.total, 'pagination.total').toBe(records.length)
  expect
    .sound(countsSomething(listing), 'pagination.total counts the records, or pages', describeIn(listing, ['no']))
    .toHold()
  expect.sound(showsOtherRecords(listing), 'a page past the end shows other records than the last page').toHold(false)
  cite('4.6a', '4.6b', '3.2a')
  for (const { account, times } of timesIn(listing)) {
    const seen = { observation: describeIn(listing, [`${times}`]), body: listing.pages.at(-1) }
    expect(times, 'the number of records', { of: account.email ?? account.name, ...seen }).toBe(wanted(account, times))
  }
}

/** How often it is listed; a log-in may have cancelled its deletion. */
const wanted = ({ deletion, mayBeCancelled }: Account, times: number) =>
  deletion && !(mayBeCancelled && times === 0) ? 1 : 0
