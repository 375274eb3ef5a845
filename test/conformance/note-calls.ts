/** Runs of checks with given calls, and the words of the notes on their findings. */
import { type OperationId, operations } from '@monitoring-service/contract'
import type { Exchange } from '../../conformance/client/exchange.ts'
import { wordsOfNote } from '../../conformance/report/note-words.ts'
import type { CheckRun } from '../../conformance/verdict/check.ts'
import type { Claim } from '../../conformance/verdict/claims.ts'
import { ruleOf } from '../../conformance/verdict/finding.ts'
import { addNotes, type NoteSettings } from '../../conformance/verdict/notes/add-notes.ts'
import { createCheckRecord } from '../../conformance/verdict/record.ts'

export interface Call {
  operation?: OperationId
  id?: number
  token?: string
  sent?: object
  status?: number
  isAtOnce?: true
  /** What is claimed of it, and whether that is violated. */
  claim?: Claim
  isWrong?: boolean
}

export const auth = {
  token: { header: 'authorization', value: 'Bearer {token}' },
  admin: { header: 'x-key', value: '{key}' },
}
let clock = 0

function toExchange({ operation = 'resolveIncident', id = 0, token, sent, status = 200, isAtOnce }: Call): Exchange {
  const { method, path: template } = operations[operation]
  const path = template.replace('{id}', `${id}`)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const body = sent && { body: JSON.stringify(sent) }
  clock += 1000
  return {
    request: { operationId: operation, method, path, url: path, headers, ...body },
    response: { status, headers: {}, text: '' },
    ...{ body: undefined, isJson: false, started: new Date(clock), targetTime: clock, milliseconds: 1 },
    ...(isAtOnce && { isAtOnce }),
  }
}

/** The run of a check with these calls, each with a claim that holds or is violated. */
export function toRun(
  id: string,
  calls: Call[],
  made: object[] = [],
  level: 'documented' | 'profile' = 'documented',
): CheckRun {
  const things = made.map((thing, index) => ({ name: `record ${index}`, thing, afterStep: 0 }))
  const record = { ...createCheckRecord(), made: things, steps: calls.map(toExchange) }
  for (const [step, call] of calls.entries()) {
    const { operation = 'resolveIncident', claim = { kind: 'accepted' }, isWrong, status = 200 } = call
    const basis = 'documented' as const
    const finding = { operation, subject: 'call', claim, value: undefined, step, basis, response: { status } }
    if (isWrong) record.findings.push(finding)
    else record.met.push({ rule: ruleOf(finding), step })
  }
  const check = { id, title: id, requirementIds: ['3.1a'], part: 'Incidents', level }
  return { check, record, completion: { kind: 'ran' }, milliseconds: 1 }
}

/** The words of the notes on the findings of each check. */
export function wordsIn(runs: CheckRun[], settings: Partial<NoteSettings> = {}, explored: CheckRun[] = []): string[][] {
  const noted = addNotes(runs, explored, { auth, ...settings })
  return noted.map(({ check, record }) =>
    record.findings.flatMap(({ notes = [] }) => notes.map((note) => wordsOfNote(note, check.id))),
  )
}

let lastId = 0
/** So many calls, each on an object of its own. */
export const times = (size: number, call: Call): Call[] =>
  Array.from({ length: size }, () => {
    lastId += 1
    return { id: lastId, ...call }
  })
export const wrong = { status: 500, isWrong: true }
