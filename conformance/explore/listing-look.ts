/** Document 2.3, 2.4 and 4.6: reads the listing page by page and compares it with the model. */

import { expectDaysRemaining, isMasked } from '../checks/support/listed-records.ts'
import { largestLimit } from '../checks/support/listing-bounds.ts'
import type { Caller, DeletionRequest, DeletionRequestPage } from '../client/callers.ts'
import { hasTag } from '../document/session-rows.ts'
import { type Account, hasOthers, type Model } from '../document/state.ts'
import { day } from '../verdict/days.ts'
import { parseTime } from '../verdict/matchers.ts'
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
  limitName: string,
  { expect, cite }: JudgeTools,
): Promise<DeletionRequest[] | undefined> {
  cite('4.6a', '4.6b', '4.6d')
  const first = await expect(caller.listDeletionRequests()).accepted()
  const { total } = first.pagination
  if (total > mostPages * largestLimit) return undefined
  const limit = limitOf(limitName, total)
  const limited =
    limit === undefined ? undefined : await expect(caller.listDeletionRequests({ limit })).answered('invalid query')
  const start = limited ?? first
  const size = limited && limit !== undefined ? { limit } : {}
  const records = [...start.data]
  let last: DeletionRequestPage = start
  for (let read = 1; records.length < total || last.data.length >= last.pagination.limit; read++) {
    if (read > mostPages) return undefined
    const page = start.pagination.page + read
    // A page past the end may be refused, empty, or the last page again.
    const next = await expect(caller.listDeletionRequests({ page, ...size })).answered()
    if (!next || next.data.length === 0) break
    if (records.length >= total && next.data.every(({ id }) => records.some((record) => record.id === id))) break
    expect(next.data.length, 'the number of records of a page').toBeBetween(0, next.pagination.limit)
    records.push(...next.data)
    last = next
  }
  expect.implied(total, 'pagination.total').toBe(records.length)
  return records
}

function isOf(model: Model, account: Account, record: DeletionRequest): boolean {
  const { id, email, teamId } = account
  if (id !== undefined && record.id === id) return true
  if (email !== undefined && record.email.toLowerCase() === email.toLowerCase()) return true
  return (
    teamId !== undefined &&
    record.teamId === teamId &&
    (email === undefined || isMasked(record.email)) &&
    !hasOthers(model, account)
  )
}

/** The mistakes of the listing, in the order of accounts: missing ones, and ones that are listed without reason. */
function mistakes(model: Model, records: DeletionRequest[]): string[] {
  const isAnonymous = records.some(({ email }) => isMasked(email))
  return Object.values(model.accounts).flatMap((account) => {
    // A masked address does not tell the members of a team apart.
    if (isAnonymous && hasOthers(model, account)) return []
    const times = records.filter((record) => isOf(model, account, record)).length
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
    records = await walk(caller, limitName, tools)
    if (!records) return
    wrong = mistakes(model, records)
    if (wrong.length === 0) break
  }
  cite('4.6a', '4.6b', '3.2a')
  const read = `${wrong.join(', ')}, of ${records?.length} records`
  expect(wrong, 'the difference from the accounts that are scheduled for deletion', read).toBe([])
  for (const account of Object.values(model.accounts)) {
    const record = records?.find((one) => isOf(model, account, one))
    if (record) account.mayBeCancelled = false
    if (record && account.deletion) judgeRecord(account, record, tools)
    if (record && account.isNameless) judgeMadeName(account, record, model, tools)
  }
}

/** An implementation may show a name that it made, but not that of somebody else. */
function judgeMadeName(account: Account, { name }: DeletionRequest, { accounts }: Model, { expect }: JudgeTools): void {
  for (const { personName, isNameless, name: other } of Object.values(accounts)) {
    if (other === account.name || isNameless || !personName || personName === account.personName) continue
    expect(name, `the name of ${account.email}, who gave none,`).toDifferFrom(personName)
  }
}

function judgeRecord(account: Account, record: DeletionRequest, { expect, cite }: JudgeTools): void {
  const { email, teamId, id, personName, isNamePlain, isNameless, kind, deletion } = account
  cite('2.3a', '3.2b', '3.2d')
  if (teamId !== undefined) expect(record.teamId, `teamId of ${email}`).toBe(teamId)
  if (deletion) {
    expect(record.deletionRequestedAt, 'deletionRequestedAt').toBeTheMoment(deletion.deletionRequestedAt)
    expect(record.deletionScheduledAt, 'deletionScheduledAt').toBeTheMoment(deletion.deletionScheduledAt)
  }
  cite('2.3b')
  expectDaysRemaining(expect, record, (parseTime(record.deletionScheduledAt) - Date.now()) / day)
  cite('2.3a')
  if (email !== undefined) {
    const claim = isMasked(record.email) || hasTag(email) ? expect.implied : expect
    claim(record.email.toLowerCase(), 'email in small letters').toBe(email.toLowerCase())
  }
  if (id !== undefined) expect.implied(record.id, `id of ${email}`).toBe(id)
  if (kind !== 'signed up') return
  const claim = isNamePlain && personName && !isNameless ? expect : expect.implied
  if (personName !== undefined) claim(record.name || null, 'name').toBe(personName || null)
  expect.sound(record.createdAt, 'createdAt').toBeRecent()
}
