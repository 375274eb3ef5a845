/** Document 4.6: what the pages of one reading of the listing show together. */
import { groupBy } from '@monitoring-service/contract/group-by'
import type { DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import { count } from '../verdict/count.ts'
import type { Assertions } from '../verdict/expect.ts'
import { parseTime } from '../verdict/times.ts'
import type { Listing } from './read-listing.ts'

/** Whether `total` counts all records, or more of which these are some; or pages, or the records of a page. */
export const countsSomething = ({ records, pages, first: { total, limit } }: Listing): boolean =>
  total >= records.length || total === pages.length || total === Math.min(limit, records.length)

/** A page past the end may be refused, empty, or the last page again. */
export const showsOtherRecords = ({ records, pastEnd }: Listing): boolean =>
  pastEnd !== undefined && pastEnd.data.length > 0 && !pastEnd.data.some(({ id }) => id === records.at(-1)?.id)

/** The page that shows nothing new is none past the end if, by `total`, there have to be more pages. */
export const pagesByTotal = ({ pages, pastEnd, last: { total, limit } }: Listing): DeletionRequestPage[] =>
  pastEnd && pages.length < Math.ceil(total / limit) ? [...pages, pastEnd] : pages

interface Repeated {
  /** With id and time, as in `X, of 2024-02-29T12:00:00.000Z: record 3 of page 1, record 1 of page 2`. */
  places: string
  /** The page that shows it again. */
  page: DeletionRequestPage | undefined
}

function repeatedOn(pages: readonly DeletionRequestPage[]): Repeated[] {
  const places = pages.flatMap((page) =>
    page.data.map(({ id, deletionScheduledAt: time }, index) => ({
      ...{ id, page, time },
      place: `record ${index + 1} of page ${page.pagination.page}`,
    })),
  )
  const byId = [...groupBy(places, ({ id }) => id)].filter(([, { length }]) => length > 1)
  return byId.map(([id, all]) => ({
    places: `${id}, of ${all[0]?.time}: ${all.map(({ place }) => place).join(', ')}`,
    page: all[1]?.page,
  }))
}

export const isRepeating = ({ pages }: Listing): boolean => repeatedOn(pages).length > 0

/** Expects each record on one of the pages, once. */
export function expectNoRepeats(
  expect: Assertions,
  listing: Listing,
  { subject, pages = listing.pages }: { subject: string; pages?: DeletionRequestPage[] },
): void {
  const repeated = repeatedOn(pages)
  const places = repeated.map(({ places }) => places)
  const observation = describeIn(listing, places)
  expect(places, subject, { observation, about: '4.6b', body: repeated[0]?.page }).toBe([])
}

const mostShown = 2

/** For the report: some of what is wrong in a listing, and all its pages in short. */
export function describeIn(listing: Listing, wrong: readonly string[]): string {
  const more = wrong.length - mostShown
  return `${wrong.slice(0, mostShown).join('; ')}${more > 0 ? ` and ${more} more` : ''}; ${describePages(listing)}`
}

/** Each page: how many records it has, in which order, and how many of them were shown before. */
function describePages({ pages, pastEnd }: Listing): string {
  const read = pastEnd && pastEnd.data.length > 0 ? [...pages, pastEnd] : pages
  const isInOrder = read.every(({ data }) => ['', rising].includes(orderOf(data)))
  const shown = new Set<string>()
  const runs: { first: number; last: number; size: number; text: string }[] = []
  for (const { data, pagination } of read) {
    // Adding an id that was shown before leaves the size.
    const repeated = data.filter(({ id }) => shown.size === shown.add(id).size).length
    const repeats = repeated > 0 ? `, ${repeated} of them shown before` : ''
    const text = `${count(data.length, 'record')}${isInOrder ? '' : orderOf(data)}${repeats}`
    const run = runs.at(-1)
    if (run?.text === text) Object.assign(run, { last: pagination.page, size: run.size + 1 })
    else runs.push({ first: pagination.page, last: pagination.page, size: 1, text })
  }
  const texts = runs.map(({ first, last, size, text }) =>
    size === 1 ? `page ${first}: ${text}` : `pages ${first} to ${last}: ${text} each`,
  )
  const totals = new Set(pages.map(({ pagination }) => pagination.total))
  return `${texts.join('; ')}; total ${[...totals].join(', then ')}`
}

const rising = ' of rising deletionScheduledAt'

/** Empty if all are of one moment. */
function orderOf(records: readonly DeletionRequest[]): string {
  const times = records.map(({ deletionScheduledAt }) => parseTime(deletionScheduledAt))
  const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? time)))
  const [rises, falls] = [steps.includes(1), steps.includes(-1)]
  if (rises && falls) return ' in no order'
  return rises ? rising : falls ? ' of falling deletionScheduledAt' : ''
}
