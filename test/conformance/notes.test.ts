/** The notes on findings: each names what a run shows of the cause, and nothing that it does not show. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../conformance/client/http.ts'
import { wordsOfNote } from '../../conformance/report/note-words.ts'
import type { CheckRun } from '../../conformance/verdict/check.ts'
import type { Claim } from '../../conformance/verdict/claims.ts'
import { ruleOf } from '../../conformance/verdict/finding.ts'
import { addNotes } from '../../conformance/verdict/notes/add-notes.ts'
import type { Note } from '../../conformance/verdict/notes/note.ts'
import { createCheckRecord } from '../../conformance/verdict/record.ts'

const auth = {
  token: { header: 'authorization', value: 'Bearer {token}' },
  admin: { header: 'x-key', value: '{key}' },
}

interface Call {
  operation?: OperationId
  path?: string
  token?: string
  sent?: object
  status?: number
  body?: unknown
  /** The claim about it, and whether it held. */
  claim?: Claim
  holds?: boolean
  subject?: string
  value?: unknown
}

let clock = 0

function toExchange({
  operation = 'resolveIncident',
  path = '/api/v1/incidents/1/resolve',
  token,
  sent,
  status = 200,
  body,
}: Call): Exchange {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { method } = operations[operation]
  return {
    request: { operationId: operation, method, path, url: path, headers, ...(sent && { body: JSON.stringify(sent) }) },
    response: { status, headers: {}, text: JSON.stringify(body) ?? '' },
    ...{ body, isJson: true, started: new Date(++clock * 1000), milliseconds: 1 },
  }
}

/** The run of a check with these calls, each with a claim that held or did not. */
function toRun(
  id: string,
  calls: Call[],
  { made = {}, requirementIds = ['3.1a'] }: { made?: object; requirementIds?: string[] } = {},
): CheckRun {
  const record = { ...createCheckRecord(), made: { ...made }, steps: calls.map(toExchange) }
  for (const [step, call] of calls.entries()) {
    const {
      operation = 'resolveIncident',
      subject = 'call',
      claim = { accepted: true },
      holds = true,
      status = 200,
      value,
    } = call
    const finding = { operation, subject, claim, value, step, basis: 'documented' as const, response: { status } }
    if (holds) record.met.push({ rule: ruleOf(finding), step, value })
    else record.findings.push(finding)
  }
  const check = { id, title: id, requirementIds, part: 'Incidents', level: 'documented' as const }
  return { check, record, completion: { kind: 'ran' }, milliseconds: 1 }
}

/** The notes of each finding, by check. */
function notesOf(
  runs: CheckRun[],
  settings: Partial<Parameters<typeof addNotes>[2]> = {},
): { [check: string]: Note[][] } {
  const noted = addNotes(runs, [], { auth, ...settings })
  return Object.fromEntries(
    noted.map(({ check, record }) => [check.id, record.findings.map(({ notes = [] }) => notes)]),
  )
}

const wordsIn = (notes: { [check: string]: Note[][] }, check: string) =>
  (notes[check]?.[0] ?? []).map((note) => wordsOfNote(note, check))

const wrong = { status: 500, holds: false } as const
const object = (id: number) => ({ path: `/api/v1/incidents/${id}/resolve` })
/** So many calls, each on an object of its own. */
const times = (size: number, call: Call, from = 0): Call[] =>
  Array.from({ length: size }, (_, index) => ({ ...object(from + index), ...call }))

describe('wrong calls have in common', () => {
  test('what they sent', () => {
    const notes = notesOf([toRun('A', [...times(3, { ...wrong, sent: { cause: 'x' } }), ...times(5, {}, 10)])])
    expect(wordsIn(notes, 'A')).toEqual([])
  })
})
