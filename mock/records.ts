/** The records of a mock with memory: the demo data, or a user's own in the format of the server's command `load`. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { completeRecords, type Data, parseData } from '@monitoring-service/server/parse-data'

/** Lists of records. With `asOf`, the time at which they were true, their times are shifted from then to now. */
export type RecordLists = Partial<Data> & { asOf?: string | undefined }

export interface MemoryOptions {
  /** Whether changes persist: a resolved incident stays resolved. Off by default. */
  stateful?: boolean | undefined
  /** Records in place of the demo data, as the server's command `load` takes them. Needs `stateful`. */
  data?: RecordLists | undefined
}

const demoText = JSON.stringify(demoData)

/**
 * @param text own records as JSON.
 * @returns the same, completed, so that ids and times that were left out are the same in each session.
 * @throws Error in one line if the records are invalid.
 */
export function checkRecords(text: string, isStateful: boolean | undefined, name = 'data'): string {
  if (!isStateful) throw new RangeError(`${name} needs stateful: without memory, responses come from the contract`)
  const now = new Date()
  const data = parseData(text, now, name, completeRecords)
  // parseData has already shifted the times to `now`; each session shifts them again.
  return JSON.stringify('asOf' in JSON.parse(text) ? { asOf: now, ...data } : data)
}

/** The records at a given time. Every account that has a password has the demo's, which the mock compares as plain text. */
export function recordsAt(now: Date, text = demoText): Data {
  const data = parseData(text, now)
  const users = data.users.map((user) => ({
    ...user,
    passwordHash: user.passwordHash && demo.password,
    verification: user.verification && { ...user.verification, codeHash: demo.verificationCode },
  }))
  return { ...data, users }
}
