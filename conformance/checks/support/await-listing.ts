/** Waits until the listing of deletion requests contains accounts, and others no more. */
import type { Wanted } from '../../document/listed-record.ts'
import { describeIn, expectNoRepeats, pagesByTotal } from '../../document/listing-pages.ts'
import { findRecord, type Listing, readListing, whileUnchanged } from '../../document/read-listing.ts'
import { UnverifiedError } from '../../records/errors.ts'
import { daysSince } from '../../verdict/times.ts'
import type { Scene } from './steps.ts'

const manyReadings = 4

/**
 * Reads the listing until it contains all these accounts, but none that is deleted; undefined, with a finding, if the kit's
 * patience ends first.
 * @throws UnverifiedError if there are too many records to find one, or others change the listing.
 */
export async function awaitListing(
  { listing: reader, expect, eventually }: Pick<Scene, 'listing' | 'expect' | 'eventually'>,
  accounts: readonly Wanted[],
): Promise<Listing | undefined> {
  const missingIn = (listing: Listing) =>
    accounts.filter((account) => !account.isDeleted && !findRecord(listing, account))
  // An address may have been removed, but not the record.
  const leftIn = (listing: Pick<Listing, 'records'>) =>
    accounts.filter(
      ({ isDeleted, email, teamId }) =>
        isDeleted && (findRecord(listing, { email }) ?? findRecord(listing, { teamId })),
    )
  let last: Listing | undefined
  let readings = 0
  let missedInAll = accounts
  const found = await eventually(async () => {
    last = await readListing(reader)
    readings += 1
    const missed = missingIn(last)
    missedInAll = missedInAll.filter((account) => missed.includes(account))
    return missed.length + leftIn(last).length === 0 ? last : undefined
  })
  if (last?.isPartial && !found) {
    throw new UnverifiedError(
      `the listing has ${last.first.total} records, too many to read: use a target with fewer accounts that are scheduled for deletion`,
    )
  }
  // Where a record comes or goes between two pages, another one may be on neither, but not in each of many readings.
  const isMissed = (account: Wanted) => readings > manyReadings && missedInAll.includes(account)
  if (last && !missingIn(last).every(isMissed))
    last = await whileUnchanged(
      reader,
      () => readListing(reader),
      (one) => missingIn(one).length + leftIn(one).length === 0,
    )
  if (!last) return found
  const [missing, left] = [missingIn(last), leftIn(last)]
  // Where pages repeat records, others are on none of them.
  if (missing.length > 0)
    expectNoRepeats(expect, last, { subject: 'the ids that are on two pages', pages: pagesByTotal(last) })
  const observation = describeIn(last, [`${namesOf(missing)}: on no page with limit=${last.first.limit}`])
  const subject = 'a scheduled deletion is listed while the kit waits (--patience)'
  if (accounts.length > 0)
    expect(missing.length === 0, subject, { observation, about: '4.6a', body: last.pages.at(-1) }).toHold()
  if (left.length > 0) {
    const body = last.pages.find(({ data }) => leftIn({ records: data }).length > 0)
    expect(false, 'a deleted account is listed no more', {
      observation: `${namesOf(left)} is listed`,
      body,
    }).toHold()
  }
  return found
}

function namesOf(accounts: readonly Wanted[]): string {
  const nameOf = ({ email, teamId, deletionRequestedAt: time }: Wanted) =>
    `${email ?? teamId}${time === undefined ? '' : ` (requested ${daysSince(time)} days ago)`}`
  return accounts.map(nameOf).join(' and ')
}
