/** Document 2.4 and 4.6: the pages of the listing; the checks run alone, so that no other changes it meanwhile. */

import type { Caller } from '../client/callers.ts'
import { ifAvailable } from '../records/errors.ts'
import type { User } from '../records/newcomers.ts'
import { deletionRequested, recipe } from '../records/recipe.ts'
import { adminKey, freshUser, user } from '../records/recipes.ts'
import { formatValue } from '../verdict/format.ts'
import { awaitListing, findRecord, type Tools } from './support/listed-records.ts'
import { type Listing, limitFor, readListing, readStableListing, repeatedIn } from './support/listing-reader.ts'
import { suite } from './support/suite.ts'

/** Of the listing, one after the other, so that they meet each of a few processes. */
const readings = 4

/** Users whose deletion was requested at the same moment, some days ago, as far as a hook makes them. */
const leaversOfOneMoment = (size: number) =>
  recipe([], async ({ account }) => {
    const fields = deletionRequested(15)
    const leavers = []
    for (let index = 0; index < size; index++) {
      const made = await ifAvailable(account('freeCaller', { fields }))
      if (!made) break
      leavers.push(made)
    }
    return leavers
  })

/** A name that no other account has. */
const namedFirst = 'Nora Before'

export const adminCrowd = suite(
  'Admin listing',
  // More records of one moment than a small page holds: their order must not depend on the page.
  { caller: adminKey, one: user, two: user, three: user, alike: leaversOfOneMoment(6) },
  ({ it }) => {
    it('ADMIN-06 Each record is on exactly one page, and total counts them. (4.6b, 2.4a)', async ({
      one,
      two,
      three,
      caller,
      expect,
      ...tools
    }) => {
      const people = [one, two, three]
      if (!(await leave(caller, { expect, ...tools }, people))) return
      const listing = await readStableListing(caller, expect, 2)
      for (const person of people) {
        const own = findRecord(listing, person)
        const times = listing.records.filter(({ id }) => id === own?.id).length
        expect(times, 'the number of records', { of: person.email }).toBe(1)
      }
      expect(repeatedIn(listing), 'the ids that are listed twice, with their places').toBe([])
      const [first, last] = listing.totals
      if (first === last && !listing.isPartial) {
        expect.implied(listing.records.length, 'the number of records on all pages, by total,').toBe(first)
      }
      const keys = listing.records.map(({ deletionScheduledAt, id }) => `${deletionScheduledAt} ${id}`)
      const misplaced = keys.flatMap((key, index) => {
        const previous = keys[index - 1] ?? ''
        return key < previous ? [{ text: `${key} after ${previous}`, isOfOneDay: dayIn(key) === dayIn(previous) }] : []
      })
      const texts = misplaced.map(({ text }) => text)
      const days = misplaced.every(({ isOfOneDay }) => isOfOneDay) ? 'the days are in order, but not the times: ' : ''
      const name = 'the records that are not in the order of deletionScheduledAt, then id'
      expect.profile(texts, name, `${days}${formatValue(texts)}`).toBe([])
    })

    it('ADMIN-18 A scheduled deletion is in each reading of the listing, by each process, whatever was asked before. (4.6a)', async ({
      one,
      caller,
      expect,
      eventually,
    }) => {
      // Each process has read the listing before.
      for (let times = 1; times < readings; times++) await readListing(caller, expect)
      await expect(one.deleteAccount({ password: one.password })).accepted()
      let missing = 0
      const isListed = async () => {
        const listings: Listing[] = []
        for (let times = 0; times < readings; times++) listings.push(await readListing(caller, expect))
        if (listings.some(({ isPartial }) => isPartial)) return true
        missing = listings.filter((listing) => !findRecord(listing, one)).length
        return missing === 0 || undefined
      }
      const observation = () => `it is missing in ${missing} of ${readings} readings, each on new connections`
      const isDone = (await eventually(isListed)) === true
      expect(isDone, 'a scheduled deletion is in every reading of the listing', observation()).toHold()
    })

    it('ADMIN-13 For any page size, each record is on one of the pages, once, with the name of its own account. (4.6a, 4.6b, 2.3a)', {
      one: freshUser({ name: namedFirst }),
      two: freshUser(),
    }, async ({ one, two, three, caller, expect, ...tools }) => {
      const reference = await leave(caller, { expect, ...tools }, [one, two, three])
      if (!reference) return
      const least = limitFor(reference.totals[0], 1)
      const sizes = [...(least === 1 ? [1, 3, 4] : [least + 2]), 7, 30, 100].map((size) =>
        limitFor(reference.totals[0], size),
      )
      for (const size of ['none', ...new Set(sizes)] as const) {
        const name = size === 'none' ? 'without limit' : `with limit=${size}`
        const listing = await readListing(caller, expect, size)
        expect(findRecord(listing, two)?.name, 'the name of a user without one').toDifferFrom(namedFirst)
        const ids = new Set(listing.records.map(({ id }) => id))
        const known = new Map(listing.records.map((record) => [record.id, record]))
        const changed = reference.records.filter((one) => (known.get(one.id) ?? one).teamName !== one.teamName)
        const renamed = changed.map((one) => {
          const [before, after] = [one.teamName, known.get(one.id)?.teamName].map((value) => JSON.stringify(value))
          return `${one.id}: ${before}, then ${after}`
        })
        const of = `the listing ${name}`
        expect.sound(renamed, 'the records whose teamName differs from that with another limit', { of }).toBe([])
        const isPartial = reference.isPartial || listing.isPartial
        const missing = isPartial ? [] : reference.records.map(({ id }) => id).filter((id) => !ids.has(id))
        const inListing = (ids: string[]) => ({ of, observation: describeTies(ids, reference) })
        expect(missing, 'the ids that are on no page', inListing(missing)).toBe([])
        const unread = isPartial ? [] : await findUnread(caller, expect, listing, reference)
        expect(unread, 'the ids that are on no page with another limit', { of }).toBe([])
        const repeated = repeatedIn(listing)
        expect(repeated, 'the ids that are on two pages, with their places,', inListing(repeated)).toBe([])
      }
      await expectThreePagesOfOne(caller, { expect, ...tools })
    })
  },
  'alone',
)

/** Of a time and an id. */
const dayIn = (key: string) => key.slice(0, 10)

/**
 * Says so if all these records, given by texts that begin with their ids, have a deletionScheduledAt that others have, too.
 * Places in a row that are repeated in a row are of pages that overlap, whatever the times.
 */
function describeTies(texts: string[], { records }: Listing): string | undefined {
  const timeOf = (text: string) => records.find(({ id }) => text.startsWith(id))?.deletionScheduledAt
  const isTied = (text: string) => records.filter((one) => one.deletionScheduledAt === timeOf(text)).length > 1
  const places = texts.map((text) => /: (\d+) and (\d+)$/.exec(text)?.slice(1).map(Number) ?? [])
  const isRow = places.every(([first = 0, second = 0], index) => {
    const [before = 0, beforeSecond = 0] = places[index - 1] ?? [first - 1, second - 1]
    return first === before + 1 && second === beforeSecond + 1
  })
  if (texts.length > 1 && isRow && places[0]?.length === 2) {
    return `${JSON.stringify(texts)}: do the pages overlap there?`
  }
  return texts.length > 0 && texts.every(isTied)
    ? `${JSON.stringify(texts)}, all of them records whose deletionScheduledAt is that of others, too`
    : undefined
}

/** The ids that another reading lacks, also when it is read once more. */
async function findUnread(
  caller: Caller,
  expect: Tools['expect'],
  { records }: Listing,
  reference: Listing,
): Promise<string[]> {
  const lackedBy = (other: Listing) => {
    const known = new Set(other.records.map(({ id }) => id))
    return records.map(({ id }) => id).filter((id) => !known.has(id))
  }
  if (lackedBy(reference).length === 0) return []
  return lackedBy(await readListing(caller, expect, reference.limit))
}

/** A long listing is not read record by record; its first pages are enough. */
async function expectThreePagesOfOne(caller: Caller, { expect, eventually }: Tools): Promise<void> {
  const first = await expect(caller.listDeletionRequests({ limit: 1 })).answered('invalid query')
  // A limit may be raised to the least that is allowed.
  if (first?.pagination.limit !== 1) return
  const ids = new Set(first.data.map(({ id }) => id))
  let totals: number[] = []
  const readNext = async () => {
    totals = []
    // The page of the default may be empty, if pages count from another number.
    for (const number of first.data.length > 0 ? [1, 2] : [1, 2, 3]) {
      const page = first.pagination.page + number
      const { data, pagination } = await expect(caller.listDeletionRequests({ limit: 1, page })).accepted()
      totals.push(pagination.total)
      for (const { id } of data) ids.add(id)
    }
    return totals
  }
  await readNext()
  expect(ids.size, 'the number of ids on the first three pages with limit=1').toBe(3)
  await expectSteadyTotal(totals, readNext, { expect, eventually })
}

/** The document leaves open what total counts, but not of which page: it does not shrink while nothing changes. */
async function expectSteadyTotal(
  totals: number[],
  read: () => Promise<number[]>,
  { expect, eventually }: Pick<Tools, 'expect' | 'eventually'>,
): Promise<void> {
  const shrinks = (of: number[]) => of.some((total, index) => total < (of[index - 1] ?? total))
  const seen = new Set([`${totals}`])
  // Another client, or a copy of the listing that lags, gives other totals each time.
  const isSteady =
    !shrinks(totals) ||
    (await eventually(async () => {
      const again = await read()
      seen.add(`${again}`)
      return !shrinks(again) || seen.size > 1 || undefined
    }))
  // Of pages with one record, a total of what is left is less by one.
  const jumps = totals.some((total, index) => total < (totals[index - 1] ?? total) - 1)
  const cause = jumps ? ': does each process, or a cache, have a total of its own?' : ''
  const observation = `total is ${totals.join(', then ')} on pages that follow each other${cause}`
  expect.sound(isSteady === true, 'total is the same on each page', observation).toHold()
}

/** Schedules the deletion of these accounts, and reads the listing as soon as it contains them. */
async function leave(caller: Caller, tools: Tools, people: User[]): Promise<Listing | undefined> {
  for (const { deleteAccount, password } of people) {
    await tools.expect(deleteAccount({ password })).accepted()
    // Records of one moment may be in any order.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return awaitListing(caller, tools, ...people)
}
