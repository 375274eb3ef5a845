/** Document 2.4 and 4.6: the pages of the listing; the checks run alone, so that no other changes it meanwhile. */

import type { DeletionRequestPage } from '../client/callers.ts'
import {
  countsSomething,
  describeIn,
  expectNoRepeats,
  isRepeating,
  showsOtherRecords,
} from '../document/listing-pages.ts'
import {
  haveSameIds,
  type Listing,
  type ListingReader,
  limitFor,
  readListing,
  whileUnchanged,
} from '../document/read-listing.ts'
import { ifAvailable } from '../records/errors.ts'
import { deletionRequested, recipe } from '../records/recipe.ts'
import { adminKey, namedUser, user } from '../records/recipes.ts'
import type { Assertions, Expect } from '../verdict/expect.ts'
import { leaves, wait } from './support/calls.ts'
import { code, suiteAlone } from './support/scenario.ts'
import { each } from './support/steps.ts'

/** Days since a request: the deletion is not due yet. */
const notDue = 15

/** Users whose deletion was requested at the same moment, each alone in a team; undefined if no hook makes them all. */
const leaversOfOneMoment = (size: number) =>
  recipe([], ({ account }) => {
    const fields = deletionRequested(notDue)
    return ifAvailable(Promise.all(Array.from({ length: size }, () => account('freeCaller', { fields }))))
  })

export const adminCrowd = suiteAlone('Admin listing', {
  'ADMIN-42 A page past the end is empty, with the true total. (profile, 4.6b)': code(
    { caller: adminKey },
    async ({ listing, expect }) => {
      const { page, total } = await whileUnchanged(
        listing,
        async ({ pagination: { total } }) => ({ page: await listing.readPage({ page: 999_999 }), total }),
        ({ page, total }) => !page || page.pagination.total === total,
      )
      if (!page) return
      expect(page.data, 'data').toBe([])
      expect(page.pagination.total, 'pagination.total').toBe(total)
    },
  ),

  'ADMIN-13 For any page size, each record is on one of the pages, once, with the name of its own account, and total counts them. (4.6a, 4.6b, 2.3a, 2.4a)':
    code(
      {
        one: namedUser('Nora Before'),
        two: user,
        three: user,
        caller: adminKey,
        // More records of one moment than a small page holds: their order must not depend on the page. With the other
        // accounts of a run they fill a page of the largest size.
        alike: leaversOfOneMoment(40),
      },
      async ({ one, two, three, expect, run, awaitListed, listing: reader }) => {
        const leavers = [one, two, three]
        // Records of one moment may be in any order.
        await run(each(leavers, (one) => [leaves(one), wait(5)]))
        const reference = await awaitListed(leavers)
        if (!reference) return
        const { total } = reference.first
        const least = limitFor(total, 1)
        const sizes = [...(least === 1 ? [1, 2, 3, 4] : [least + 2]), 7, 30, 100].map((size) => limitFor(total, size))
        const totals: number[][] = []
        for (const size of ['none', ...new Set(sizes)] as const) {
          const readBoth = async () => ({
            reference: await readListing(reader),
            listing: await readListing(reader, size),
          })
          const both = await whileUnchanged(reader, readBoth, hasAllOnce)
          const { pages, first, last } = both.listing
          if (pages.length > 1) totals.push([first.total, last.total])
          compare(both, size === 'none' ? 'without limit' : `with limit=${size}`, expect)
        }
        const starts = await whileUnchanged(
          reader,
          () => readThreeOfOne(reader),
          (pages) => pages.length === 0 || idsOn(pages).length === 3,
        )
        if (starts.length > 0) {
          const observation = starts.map(({ data }) => data[0]?.id ?? 'none').join(', then ')
          const subject = 'the number of ids on the first three pages with limit=1'
          expect(idsOn(starts).length, subject, { observation, body: starts.at(-1) }).toBe(3)
        }
        const ofStarts = starts.map(({ pagination }) => pagination.total)
        totals.push(...ofStarts.slice(1).map((total, index) => [ofStarts[index] ?? total, total]))
        // The document leaves open what total counts, but not of which page.
        const isSteady = totals.length === 0 || totals.some(([first = 0, last = 0]) => first <= last)
        const observation = `total is ${totals.map((all) => all.join(', then ')).join('; ')} on pages of one reading`
        expect.sound(isSteady, 'total is the same on each page', observation).toHold()
      },
    ),
})

/** The ids of another reading that this one has not, with their places there. */
const lackedBy = ({ records }: Listing, other: Listing) => {
  const ids = new Set(records.map(({ id }) => id))
  return other.records.flatMap(({ id }, index) => (ids.has(id) ? [] : `${id} (record ${index + 1} there)`))
}

interface Readings {
  reference: Listing
  listing: Listing
}

/** Each record is on one page, whatever its size. */
const hasAllOnce = ({ reference, listing }: Readings) =>
  !isRepeating(listing) && (reference.isPartial || listing.isPartial || haveSameIds(reference.records, listing.records))

/** Compares the records of two readings with different page sizes. */
function compare({ reference, listing }: Readings, name: string, expect: Expect): void {
  const usual = `with limit=${reference.first.limit}`
  const expectNone = (assert: Assertions, wrong: string[], subject: string, on = listing) =>
    assert(wrong, subject, { observation: describeIn(on, wrong), body: on.pages.at(-1) }).toBe([])
  const known = new Map(listing.records.map((record) => [record.id, record]))
  const renamed = reference.records.flatMap(({ id, teamName }) => {
    const other = (known.get(id) ?? { teamName }).teamName
    return other === teamName ? [] : `${id}: ${JSON.stringify(teamName)} ${usual}, ${JSON.stringify(other)} ${name}`
  })
  expect.sound(renamed, `the records whose teamName ${usual} is another ${name}`).toBe([])
  expectNoRepeats(expect, listing, { subject: `the ids that are on two pages ${name}` })
  const { records, first, last, pastEnd } = listing
  expect
    .sound(showsOtherRecords(listing), `a page past the end ${name} shows other records than the last page`, {
      observation: describeIn(listing, ['yes']),
      body: pastEnd,
    })
    .toHold(false)
  const keys = records.map(({ deletionScheduledAt, id }) => `${deletionScheduledAt} ${id}`)
  const misplaced = keys.filter((key, index) => index > 0 && key < (keys[index - 1] ?? ''))
  expectNone(expect.profile, misplaced, `the records ${name} that are not in the order of deletionScheduledAt, then id`)
  if (reference.isPartial || listing.isPartial) return
  expect
    .sound(countsSomething(listing), `total ${name} counts the records, or pages`, describeIn(listing, ['no']))
    .toHold()
  if (first.total === last.total)
    expect.implied(records.length, `the number of records on all pages ${name}, by total,`).toBe(first.total)
  expectNone(expect, lackedBy(listing, reference), `the ids that are on no page ${name}, but ${usual}`)
  expectNone(expect, lackedBy(reference, listing), `the ids that are on no page ${usual}, but ${name}`, reference)
}

const idsOn = (pages: DeletionRequestPage[]) => [...new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))]

/** The first pages of one record, since a long listing is not read record by record; none if the limit is raised. */
async function readThreeOfOne({ readPage }: ListingReader): Promise<DeletionRequestPage[]> {
  const first = await readPage({ limit: 1 })
  if (first?.pagination.limit !== 1) return []
  const pages = [first]
  // The page of the default may be empty, if pages count from another number.
  for (const number of first.data.length > 0 ? [1, 2] : [1, 2, 3]) {
    const next = await readPage({ limit: 1, page: first.pagination.page + number })
    if (next) pages.push(next)
  }
  return pages
}
