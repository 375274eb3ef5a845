/** Document 2.4 and 4.6: the pages of the listing; the checks run alone, so that no other changes it meanwhile. */

import {
  countsSomething,
  haveSameIds,
  type Listing,
  limitFor,
  type ReadPage,
  readListing,
  repeatedIn,
  whileUnchanged,
} from '../document/read-listing.ts'
import { ifAvailable } from '../records/errors.ts'
import { deletionRequested, recipe } from '../records/recipe.ts'
import { adminKey, namedUser, user } from '../records/recipes.ts'
import type { Expect } from '../verdict/expect.ts'
import { leaves, wait } from './support/calls.ts'
import { code, suiteAlone } from './support/scenario.ts'
import { each } from './support/steps.ts'

/** Users whose deletion was requested at the same moment, some days ago, as far as a hook makes them. */
const leaversOfOneMoment = (size: number) =>
  recipe([], ({ account }) => {
    const fields = deletionRequested(15)
    return ifAvailable(Promise.all(Array.from({ length: size }, () => account('freeCaller', { fields }))))
  })

export const adminCrowd = suiteAlone('Admin listing', {
  'ADMIN-42 A page past the end is empty, with the true total. (profile, 4.6b)': code(
    { caller: adminKey },
    async ({ readPage, expect }) => {
      const { page, total } = await whileUnchanged(
        readPage,
        async ({ pagination: { total } }) => ({ page: await readPage({ page: 999_999 }), total }),
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
      async ({ one, two, three, expect, run, awaitListed, readPage: read }) => {
        const leavers = [one, two, three]
        // Records of one moment may be in any order.
        await run(each(leavers, (one) => [leaves(one), wait(5)]))
        const reference = await awaitListed(leavers)
        if (!reference) return
        const [total] = reference.totals
        const least = limitFor(total, 1)
        const sizes = [...(least === 1 ? [1, 2, 3, 4] : [least + 2]), 7, 30, 100].map((size) => limitFor(total, size))
        const totals: number[][] = []
        for (const size of ['none', ...new Set(sizes)] as const) {
          const readBoth = async () => ({ reference: await readListing(read), listing: await readListing(read, size) })
          const both = await whileUnchanged(read, readBoth, hasAllOnce)
          if (both.listing.pages > 1) totals.push(both.listing.totals)
          compare(both, size === 'none' ? 'without limit' : `with limit=${size}`, expect)
        }
        const starts = await whileUnchanged(
          read,
          () => readThreeOfOne(read),
          (pages) => !pages || pages.ids === 3,
        )
        if (starts) expect(starts.ids, 'the number of ids on the first three pages with limit=1').toBe(3)
        totals.push(...(starts?.totals ?? []))
        // The document leaves open what total counts, but not of which page.
        const isSteady = totals.length === 0 || totals.some(([first = 0, last = 0]) => first <= last)
        const observation = `total is ${totals.map((all) => all.join(', then ')).join('; ')} on pages of one reading`
        expect.sound(isSteady, 'total is the same on each page', observation).toHold()
      },
    ),
})

const idsOf = ({ records }: Listing) => new Set(records.map(({ id }) => id))
const lackedBy = (listing: Listing, other: Listing) => {
  const ids = idsOf(listing)
  return [...idsOf(other)].filter((id) => !ids.has(id))
}

interface Readings {
  reference: Listing
  listing: Listing
}

/** Each record is on one page, whatever its size. */
const hasAllOnce = ({ reference, listing }: Readings) =>
  repeatedIn(listing).length === 0 &&
  (reference.isPartial || listing.isPartial || haveSameIds(reference.records, listing.records))

/** Compares the records of two readings with different page sizes. */
function compare({ reference, listing }: Readings, name: string, expect: Expect): void {
  const usual = `with limit=${reference.limit}`
  const known = new Map(listing.records.map((record) => [record.id, record]))
  const renamed = reference.records.flatMap(({ id, teamName }) => {
    const other = (known.get(id) ?? { teamName }).teamName
    return other === teamName ? [] : `${id}: ${JSON.stringify(teamName)}, then ${JSON.stringify(other)}`
  })
  expect.sound(renamed, `the records whose teamName ${usual} is another ${name}`).toBe([])
  expect(repeatedIn(listing), `the ids that are on two pages ${name}, with their places`).toBe([])
  const { records, totals, showsOtherRecords = false } = listing
  expect.sound(showsOtherRecords, `a page past the end ${name} shows other records than the last page`).toHold(false)
  const keys = records.map(({ deletionScheduledAt, id }) => `${deletionScheduledAt} ${id}`)
  const misplaced = keys.filter((key, index) => index > 0 && key < (keys[index - 1] ?? ''))
  expect.profile(misplaced, `the records ${name} that are not in the order of deletionScheduledAt, then id`).toBe([])
  if (reference.isPartial || listing.isPartial) return
  expect.sound(countsSomething(listing), `total ${name} counts the records, or pages`, `it is ${totals[0]}`).toHold()
  if (totals[0] === totals[1])
    expect.implied(records.length, `the number of records on all pages ${name}, by total,`).toBe(totals[0])
  expect(lackedBy(listing, reference), `the ids that are on no page ${name}`).toBe([])
  expect(lackedBy(reference, listing), `the ids that are on no page ${usual}, but ${name}`).toBe([])
}

/** A long listing is not read record by record; its first pages are enough. */
async function readThreeOfOne(read: ReadPage): Promise<{ ids: number; totals: number[][] } | undefined> {
  const first = await read({ limit: 1 })
  // A limit may be raised to the least that is allowed.
  if (first?.pagination.limit !== 1) return undefined
  const pages = [first]
  // The page of the default may be empty, if pages count from another number.
  for (const number of first.data.length > 0 ? [1, 2] : [1, 2, 3]) {
    const next = await read({ limit: 1, page: first.pagination.page + number })
    if (next) pages.push(next)
  }
  const ids = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))
  const totals = pages.map(({ pagination }) => pagination.total)
  return { ids: ids.size, totals: totals.slice(1).map((total, index) => [totals[index] ?? total, total]) }
}
