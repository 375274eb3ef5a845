/** Selects the steps of a check that show its findings or explain them. */

import type { Finding } from '../verdict/finding.ts'
import type { Given } from '../verdict/record.ts'
import type { CheckResult, StepResult } from './result.ts'

const most = { allSteps: 6, steps: 4 }

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
  const shown = until.length > most.allSteps ? selectFew(until, findings, numbers, check.id) : until
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

/** The steps of the findings, some just before the first one, those that notes name, and some that are about the same records. */
function selectFew(steps: StepResult[], findings: Finding[], numbers: Set<number>, id: string): StepResult[] {
  const own = steps.filter(({ number }) => numbers.has(number))
  const names = new Set(own.flatMap(namesOf))
  const notes = findings.flatMap(({ notes = [] }) => notes)
  const named = notes.flatMap((note) => ('check' in note && note.check === id ? note.step : []))
  const before = steps.slice(0, steps.indexOf(own[0] as StepResult))
  const related = before.filter((step) => namesOf(step).some((name) => names.has(name)))
  // Of equal requests that are answered alike, the last one.
  const last = (all: StepResult[]) =>
    [...new Map(all.map((step) => [`${step.response.status} ${step.curl}`, step])).values()].slice(-most.steps)
  const shown = new Set([
    ...own,
    ...last(related),
    ...before.filter(({ number }) => named.includes(number)),
    ...last(before),
  ])
  // One step takes no more room than a line that says that it is left out.
  const isBetween = (index: number) => [index - 1, index + 1].every((at) => shown.has(steps[at] as StepResult))
  return steps.filter((step, index) => shown.has(step) || isBetween(index))
}

/** The ids and addresses in a text. */
export const namesIn = (text: string): string[] => text.match(/[\w.+%-]+@[\w.-]+|[\w-]{20,}/g) ?? []

const namesOf = ({ url, request: { body = '' } }: StepResult) => namesIn(`${url.replace(/\?.*/s, '')} ${body}`)

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

/** The records that occur in these steps, and those that have nothing to be recognized by. */
export function givenIn({ given }: CheckResult, shown: ShownStep[]): Given[] {
  const used = shown
    .map(({ step: { url, request, credentials } }) => JSON.stringify([url, request, credentials]))
    .join()
  return given.filter((one) => {
    const names = identifiersOf(one)
    return one.kind !== 'change' && (names.length === 0 || names.some((name) => used.includes(name)))
  })
}
