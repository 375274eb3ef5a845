/** Selects the steps of a check that show its findings or explain them. */

import type { Finding } from '../verdict/finding.ts'
import type { Given } from '../verdict/record.ts'
import type { CheckResult, StepResult } from './result.ts'

const most = { allSteps: 6, ofRecords: 8, ofCaller: 4 }

export interface ShownStep {
  step: StepResult
  /** The number of steps that were left out before them. */
  left: number
  /** The changes before it, since the last step that is shown. */
  changes: Given[]
  /** It has findings that are shown here. */
  isOwn: boolean
}

export function numberOf({ step }: Finding, { steps }: CheckResult): number {
  return step === undefined ? (steps.at(-1)?.number ?? 0) : step + 1
}

export function selectSteps(check: CheckResult, findings: Finding[]): ShownStep[] {
  const numbers = new Set(findings.map((finding) => numberOf(finding, check)))
  const until = check.steps.filter(({ number }) => number <= Math.max(...numbers))
  const shown = until.length > most.allSteps ? selectFew(until, findings, numbers, check) : until
  return shown.map((step, index) => {
    const previous = shown[index - 1]?.number ?? 0
    const isBefore = (number = -1) => number >= previous && number < step.number
    return {
      step,
      left: step.number - previous - 1,
      changes: check.given.filter(({ kind, afterStep }) => kind === 'change' && isBefore(afterStep)),
      isOwn: numbers.has(step.number),
    }
  })
}

/** Of each finding, its step and those before that concern its records or its caller, and those that notes name. */
function selectFew(steps: StepResult[], findings: Finding[], numbers: Set<number>, check: CheckResult): StepResult[] {
  const own = steps.filter(({ number }) => numbers.has(number))
  const notes = findings.flatMap(({ notes = [] }) => notes)
  const named = notes.flatMap((note) => ('check' in note && note.check === check.id ? note.step : []))
  const shown = new Set([...own, ...steps.filter(({ number }) => named.includes(number))])
  const add = (some: StepResult[]) => some.forEach((step) => void shown.add(step))
  for (const step of own) {
    const before = steps.slice(0, steps.indexOf(step))
    const names = relatedNames(step, findings, check)
    add(lastDistinct(before.filter((one) => names.some((name) => textOf(one).includes(name)))).slice(-most.ofRecords))
    const isOfCaller = ({ credentials }: StepResult) => credentials.some((one) => step.credentials.includes(one))
    add(lastDistinct(before.filter(isOfCaller)).slice(-most.ofCaller))
  }
  const before = steps.slice(0, steps.indexOf(own[0] as StepResult))
  const missing = most.ofCaller - before.filter((step) => shown.has(step)).length
  const others = lastDistinct(before).filter((step) => !shown.has(step))
  if (missing > 0) add(others.slice(-missing))
  // One step takes no more room than a line that says that it is left out.
  const isBetween = (index: number) =>
    [index - 1, index + 1].every((at) => at < 0 || shown.has(steps[at] as StepResult))
  return steps.filter((step, index) => shown.has(step) || isBetween(index))
}

/** Of equal requests in a row that are answered alike, the last one. */
function lastDistinct(steps: StepResult[]): StepResult[] {
  const callOf = (step?: StepResult) => `${step?.response.status} ${step?.curl}`
  return steps.filter((step, index) => callOf(step) !== callOf(steps[index + 1]))
}

/** The ids and addresses in a text. */
export const namesIn = (text: string): string[] => text.match(/[\w.+%-]+@[\w.-]+|[\w-]{20,}/g) ?? []

/** What findings are about, as text: their records are named in it. */
export const subjectsOf = (findings: Finding[]): string =>
  JSON.stringify(findings.map(({ of, observation, value, claim }) => [of, observation, value, claim]))

const objectsOf = ({ url, request: { body = '' } }: StepResult) => `${url.replace(/\?.*/s, '')} ${body}`
const textOf = (step: StepResult) => [objectsOf(step), ...step.credentials].join(' ')

/** Shorter texts occur by chance. */
const leastText = 4

/**
 * The names in a step and in its findings, all those of the records that they name (ids, addresses, labels of secrets), and the
 * wrong texts that were seen: an earlier step may have sent them.
 */
function relatedNames(step: StepResult, findings: Finding[], check: CheckResult): string[] {
  const own = findings.filter((finding) => numberOf(finding, check) === step.number)
  const text = `${objectsOf(step)} ${subjectsOf(own)}`
  const identifiers = check.given.filter(({ kind }) => kind !== 'change').map(identifiersOf)
  const seen = own.flatMap(({ value }) =>
    typeof value === 'string' && value.length >= leastText ? JSON.stringify(value) : [],
  )
  return [...namesIn(text), ...seen, ...identifiers.filter((all) => all.some((one) => text.includes(one))).flat()]
}

function identifiersOf({ fields }: Given): string[] {
  const {
    id,
    email,
    accessToken,
    password,
    monitors = [],
  } = fields as Given['fields'] & { monitors?: { id: string }[] }
  return [id, email, accessToken, password, ...monitors.map((one) => one.id)].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}

/** The records that findings name, those that occur in these steps, and those that have nothing to be recognized by. */
export function givenIn({ given }: CheckResult, shown: ShownStep[], findings: Finding[]): Given[] {
  const subjects = subjectsOf(findings)
  const used = shown
    .map(({ step: { url, request, credentials }, changes }) => JSON.stringify([url, request, credentials, changes]))
    .join()
  const isIn = (text: string) => (one: Given) => identifiersOf(one).some((name) => text.includes(name))
  const records = given.filter(({ kind }) => kind !== 'change')
  const named = records.filter(isIn(subjects))
  const others = records.filter((one) => isIn(used)(one) || identifiersOf(one).length === 0)
  return [...new Set([...named, ...others])]
}
