/** Selects the steps of a check that show its findings or explain them, and folds equal ones in a row. */

import type { Finding } from '../verdict/finding.ts'
import type { Given } from '../verdict/record.ts'
import type { CheckResult, StepResult } from './result.ts'

const most = { allSteps: 6, steps: 4 }

/** Equal steps in a row, of which the last one is shown. */
export interface ShownStep {
  step: StepResult
  first: StepResult
  /** The number of steps that were left out before them. */
  left: number
  /** The changes before it, since the last step that is shown. */
  changes: Given[]
  isOwn: boolean
}

export function numberOf({ step }: Finding, { steps }: CheckResult): number {
  return step === undefined ? (steps.at(-1)?.number ?? 0) : step + 1
}

export function selectSteps(check: CheckResult, findings: Finding[]): ShownStep[] {
  const numbers = new Set(findings.map((finding) => numberOf(finding, check)))
  const until = check.steps.filter(({ number }) => number <= Math.max(...numbers))
  const folded = foldSteps(until, numbers, idsOf(check.given))
  const groups = folded.length > most.allSteps ? selectFew(folded, findings, numbers, check.id) : folded
  return groups.map((group, index) => {
    const previous = groups[index - 1]?.step.number ?? 0
    const isBefore = (number = -1) => number >= previous && number < group.step.number
    return {
      ...group,
      left: group.first.number - previous - 1,
      changes: check.given.filter(({ kind, afterStep }) => kind === 'change' && isBefore(afterStep)),
      isOwn: numbers.has(group.step.number),
    }
  })
}

type Folded = Pick<ShownStep, 'step' | 'first'>

/** The steps of the findings, some just before the first one, those that notes name, and some that are about the same records. */
function selectFew(groups: Folded[], findings: Finding[], numbers: Set<number>, id: string): Folded[] {
  const own = groups.filter(({ step }) => numbers.has(step.number))
  const names = new Set(own.flatMap(({ step }) => namesIn(step)))
  const notes = findings.flatMap(({ notes = [] }) => notes)
  const named = notes.flatMap((note) => ('check' in note && note.check === id ? note.step : []))
  const isNamed = ({ first, step }: Folded) => named.some((one) => one >= first.number && one <= step.number)
  const before = groups.slice(0, groups.indexOf(own[0] as Folded))
  const related = before.filter((group) => namesIn(group.step).some((name) => names.has(name)))
  const last = (all: Folded[]) => all.slice(-most.steps)
  const shown = new Set([...own, ...last(related), ...before.filter(isNamed), ...last(before)])
  // One step takes no more room than a line that says that it is left out.
  const isBetween = (index: number) => [index - 1, index + 1].every((at) => shown.has(groups[at] as Folded))
  return groups.filter((group, index) => shown.has(group) || isBetween(index))
}

/** The ids and addresses in a request. */
function namesIn({ url, request: { body = '' } }: StepResult): string[] {
  return `${withoutQuery(url)} ${body}`.match(/[\w.+%-]+@[\w.-]+|[\w-]{20,}/g) ?? []
}

/** @param ends the steps that end a group. */
function foldSteps(steps: StepResult[], ends: Set<number>, ids: Set<string>): Folded[] {
  const groups: Folded[] = []
  for (const step of steps) {
    const last = groups.at(-1)
    const isNext = last?.step.number === step.number - 1 && !ends.has(last.step.number)
    // Of an error, its code is shown; the body of a success must be that of all.
    const isOther =
      ends.has(step.number) && step.response.status < 400 && last?.step.response.body !== step.response.body
    if (last && isNext && !isOther && isEqual(last.step, step, ids)) last.step = step
    else groups.push({ step, first: step })
  }
  return groups
}

/** The same request with the same outcome, apart from the query of a GET and from ids of nothing. */
function isEqual(one: StepResult, other: StepResult, ids: Set<string>): boolean {
  const keyOf = ({ operation, method, request, response, code, changed, isAtOnce, url }: StepResult) => {
    const path = withoutQuery(url).split('/')
    const known = path.map((part) => (operation && part.length > 19 && !ids.has(part) ? '' : part))
    const query = method === 'GET' ? '' : url.slice(withoutQuery(url).length)
    return JSON.stringify([method, known, query, request, response.status, code, changed, isAtOnce])
  }
  return keyOf(one) === keyOf(other)
}

const withoutQuery = (url: string) => url.replace(/\?.*/s, '')

/** The texts that identify records in paths. */
function idsOf(given: Given[]): Set<string> {
  return new Set(given.flatMap(identifiersOf).map(encodeURIComponent))
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
