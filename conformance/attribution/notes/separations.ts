/** A note on what the wrong calls of an operation have in common, and no right one has: what is sent, the object, or an earlier call. */
import type { Exchange } from '../../client/http.ts'
import { count } from '../../report/summaries.ts'
import {
  bodyFieldsOf,
  fieldOf,
  hasFinding,
  isAboutOutcome,
  isAccepted,
  type Note,
  operationOf,
  type RunCall,
  type RunCalls,
  subjectOf,
} from './run-calls.ts'

/** Fewer right calls are told apart from the wrong ones by chance. */
const leastRight = 5
/** Properties that a note names. */
const mostProperties = 2

export const describeSeparation: Note = (call, finding, calls) => {
  const isOutcome = isAboutOutcome(finding)
  const isAlike = likeness(finding.expected)
  const isWrong = ({ run, number }: RunCall) =>
    run.record.findings.some(({ step, expected }) => step === number - 1 && isAlike(expected))
  const runs = new Set(calls.all.map(({ run }) => run))
  const rightRuns = new Set([...runs].filter(({ record }) => [...record.met].some(isAlike)))
  const isRight = (one: RunCall) =>
    rightRuns.has(one.run) && !hasFinding(one) && isAccepted(one.exchange) === (isAccepted(call.exchange) !== isOutcome)
  const same = [call, ...calls.ofOperation(call)].filter(({ exchange }) => !exchange.isAtOnce)
  const wrong = same.filter(isWrong).map((one) => propertiesOf(one, calls))
  const right = same.filter(isRight).map((one) => propertiesOf(one, calls))
  const names = new Set([...wrong, ...right].flat())
  // What a field is not sent with tells calls apart as well.
  const has = (properties: string[], property: string) =>
    property.startsWith('without ')
      ? !properties.includes(property.replace('without', 'with'))
      : properties.includes(property)
  const shared = [...names, ...[...names].filter(isSent).map((name) => name.replace('with', 'without'))].filter(
    (property) =>
      wrong.every((properties) => has(properties, property)) && !right.some((properties) => has(properties, property)),
  )
  if (right.length < leastRight || wrong.length === 0 || shared.length === 0) return undefined
  const properties = shared.slice(0, mostProperties).join(', or ')
  return `wrong in ${wrong.length === 1 ? 'the one call' : `all ${count(wrong.length, 'call')}`} of this operation ${properties}; right in ${right.length} others`
}

const isSent = (property: string) => property.startsWith('with ')

/** What a call sends, what is known of its object, and what was done to this before. */
function propertiesOf(call: RunCall, { acceptedOn }: RunCalls): string[] {
  const [, kinds = ''] = /\(([^)]*)\)/.exec(subjectOf(call) ?? '') ?? []
  return [
    ...sentIn(call.exchange).map((name) => `with ${name}`),
    ...kinds.split(', ').flatMap((kind) => (kind ? [`on an object (${kind})`] : [])),
    ...acceptedOn(call).map(
      (one) => `after ${operationOf(one)} with ${sentIn(one.exchange).join(' and ') || 'nothing'}`,
    ),
  ]
}

/** The names of the fields and parameters that a request sends. */
function sentIn(exchange: Exchange): string[] {
  return [...bodyFieldsOf(exchange), ...new URLSearchParams(exchange.request.path.split('?')[1]).keys()]
}

/** Texts of expectations contain values: those about the same field, or the same outcome, are alike. */
function likeness(wanted: string): (expected: string) => boolean {
  const fieldIn = (expected: string) => fieldOf({ expected, seen: '', basis: 'documented' })
  const field = fieldIn(wanted)
  return (expected) => expected === wanted || (field !== undefined && field === fieldIn(expected))
}
