/** Selects the steps of a check that reports show for its findings, and folds equal ones in a row. */

import { withoutTeamName } from '../records/known-users.ts'
import { count } from '../verdict/count.ts'
import { truncate } from '../verdict/format.ts'
import type { CheckResult, FindingResult, StepResult } from './result.ts'
import { formatGiven, formatNotes, formatResponse } from './summaries.ts'

const most = { allSteps: 6, steps: 4, header: 40 }
const usualHeaders = ['accept', 'content-type']

export interface ShownStep {
  step: StepResult
  /** Its number; of equal steps, the numbers of the first and the last one. */
  label: string
  /** The number of steps that were left out before it. */
  gap?: string
  /** These steps, and those that are equal to it. */
  hidden: StepResult[]
}

export function selectSteps(check: CheckResult, findings: FindingResult[]): ShownStep[] {
  return selectGroups(check, findings).map((group, index, groups) => {
    const { first, last } = group
    const previous = groups[index - 1]?.last.number ?? 0
    const left = first.number - previous - 1
    return {
      step: last,
      label: labelOf(group),
      ...(left > 0 && { gap: `… ${count(left, index === 0 ? 'earlier step' : 'step')}` }),
      hidden: check.steps.filter(({ number }) => number > previous && number < last.number),
    }
  })
}

/** The fixtures of a check, its requests as command lines with the statuses of the responses, and the notes. */
export function formatSteps(check: CheckResult, findings: FindingResult[]): string[] {
  const lines = selectSteps(check, findings).flatMap(({ step, label, gap }) => [
    ...(gap === undefined ? [] : [gap]),
    `${label} ${step.curl}  → ${formatResponse(step)}`,
  ])
  return [...formatGiven({ given: check.given.map(formatHookLine) }), ...lines, ...formatNotes(findings)]
}

/** A request in short, with the labels of its secrets, and of the caller that sends it. */
export function formatStep({ method, url, request: { headers, body } }: StepResult, base: string): string {
  const credentials = Object.values(headers).flatMap((value) => value.match(/«[^»]+»/g) ?? [])
  const by = credentials.length > 0 ? ` by ${credentials.join(' and ')}` : ''
  const unusual = Object.entries(headers).filter(
    ([name, value]) => !usualHeaders.includes(name) && !value.includes('«'),
  )
  const more = unusual.map(([name, value]) => ` with ${name}: ${truncate(value, most.header)}`).join('')
  return `${method} ${url.replace(base, '')}${body ? ` ${body.replace(/[\r\n]+\s*/g, ' ')}` : ''}${by}${more}`
}

const hookLine = /^after step (\d+), the hook /

/** Steps are counted from one. */
export const formatHookLine = (line: string) => line.replace(/^after step 0, the hook /, 'before step 1, the hook ')

/** The changes by the hook between a shown step and the one before it, or during the steps that were left out. */
export function hookLinesBefore({ given }: CheckResult, { step, hidden }: ShownStep): string[] {
  const [first = step] = hidden
  const lines = given.filter((line) => {
    const after = Number(hookLine.exec(line)?.[1])
    return after >= first.number - 1 && after < step.number
  })
  return lines.map(formatHookLine)
}

/** The fixtures that occur in these steps. */
export function givenOf(check: CheckResult, shown: ShownStep[], most: number): string[] {
  const used = shown.map(({ step: { url, request } }) => [url, JSON.stringify(request)].join()).join()
  const namesIn = (line: string) => line.match(/«[^»]+»|[\w.+%-]+@[\w.-]+|[\w-]{20,}/g) ?? []
  const given = check.given.filter((line) => {
    const names = namesIn(line)
    return !hookLine.test(line) && (names.length === 0 || names.some((name) => used.includes(name)))
  })
  // A team without a name can decide what is listed, nothing else.
  const isListing = shown.some(({ step }) => step.url.includes('/deletion-requests'))
  return formatGiven({ given: isListing ? given : given.map(withoutTeamName) }, most)
}

/**
 * All steps up to those of the findings if they are few; else these, some just before the first one, earlier ones of
 * the same operation on the same object, and the writes before that concern the same account, object or team.
 */
function selectGroups(check: CheckResult, findings: FindingResult[]): StepGroup[] {
  const numbers = new Set(findings.map((finding) => numberOf(finding, check)))
  const until = check.steps.filter(({ number }) => number <= Math.max(...numbers))
  const groups = groupSteps(until, numbers, check.given.join())
  if (groups.length <= most.allSteps) return groups
  const isOwn = ({ last }: StepGroup) => numbers.has(last.number)
  const subjectOf = ({ last: { method, url } }: StepGroup) => `${method} ${withoutQuery(url)}`
  const own = groups.filter(isOwn)
  const subjects = new Set(own.map(subjectOf))
  const same = groups.filter((group) => !isOwn(group) && subjects.has(subjectOf(group))).slice(-most.steps)
  const before = groups.slice(0, groups.findIndex(isOwn))
  const named = new Set(findings.flatMap(stepsNamedIn))
  const inNotes = before.filter(({ first, last }) =>
    [...named].some((one) => one >= first.number && one <= last.number),
  )
  const shown = new Set([
    ...own,
    ...same,
    ...inNotes,
    ...before.slice(-most.steps),
    ...writesBefore(before, own[0], findings),
  ])
  return groups.filter((group) => shown.has(group))
}

/** The steps of the same check that notes mention. */
function stepsNamedIn({ notes = [] }: FindingResult): number[] {
  const named = /\bsteps? (\d+)(?: and (\d+))?\b(?! of )/g
  return notes.flatMap((note) => [...note.matchAll(named)].flatMap(([, ...numbers]) => numbers.map(Number)))
}

/** The accepted write and the refused one that share the most with the first finding, of several the last ones. */
function writesBefore(before: StepGroup[], own: StepGroup | undefined, findings: FindingResult[]): StepGroup[] {
  const texts = findings.flatMap(({ expected, seen }) => [expected, seen])
  const names = identifiersIn([own?.last.curl, ...texts].join(' '))
  const writes = before
    .filter(({ last }) => last.method !== 'GET')
    .map((group) => {
      const { curl, response } = group.last
      const shared = [...identifiersIn(`${curl} ${response.body}`)].filter((name) => names.has(name)).length
      return { group, shared, isAccepted: response.status < 300 }
    })
    .reverse()
    .sort((one, other) => other.shared - one.shared)
  return [true, false].flatMap((accepted) => writes.find(({ isAccepted }) => isAccepted === accepted)?.group ?? [])
}

/** Addresses, ids and the variables of credentials. */
function identifiersIn(text: string): Set<string> {
  return new Set(text.match(/[\w.+%-]+@[\w.-]+|[\w-]{20,}/g))
}

/**
 * Steps in a row that are the same request, apart from the query of a GET and from ids of nothing, with the same outcome.
 * With a step whose body is shown, all of them have that body.
 */
interface StepGroup {
  first: StepResult
  last: StepResult
  hasSeveralQueries: boolean
  hasSeveralIds: boolean
  hasSeveralBodies: boolean
}

function labelOf({ first, last, hasSeveralQueries, hasSeveralIds }: StepGroup): string {
  if (first === last) return `${last.number}.`
  const size = last.number - first.number + 1
  const several = hasSeveralIds ? ', with several ids' : hasSeveralQueries ? ', with several queries' : ''
  return `${first.number}.–${last.number}. ${size} times${several}:`
}

/**
 * @param numbers the steps that end a group.
 * @param given contains the ids that are those of objects.
 */
function groupSteps(steps: StepResult[], numbers: Set<number>, given: string): StepGroup[] {
  const keyOf = (step: StepResult) => {
    const { method, url, request } = step
    const path = (method === 'GET' ? withoutQuery(url) : url).replace(longId, (id) => (given.includes(id) ? id : '…'))
    return JSON.stringify([method, path, request, formatResponse(step)])
  }
  // Of an error, its code is shown.
  const showsBody = ({ number, response }: StepResult) => numbers.has(number) && response.status < 400
  const groups: StepGroup[] = []
  for (const step of steps) {
    const group = groups.at(-1)
    const isNext = group?.last.number === step.number - 1
    const hasOtherBody = group?.hasSeveralBodies || group?.last.response.body !== step.response.body
    const isAlike = group && isNext && keyOf(group.last) === keyOf(step) && !(hasOtherBody && showsBody(step))
    if (group && isAlike && !numbers.has(group.last.number)) {
      const isOther = group.last.url !== step.url
      group.hasSeveralQueries ||= isOther
      group.hasSeveralIds ||= isOther && withoutQuery(group.last.url) !== withoutQuery(step.url)
      group.hasSeveralBodies = hasOtherBody
      group.last = step
    } else {
      groups.push({
        ...{ first: step, last: step },
        ...{ hasSeveralQueries: false, hasSeveralIds: false, hasSeveralBodies: false },
      })
    }
  }
  return groups
}

const longId = /[\w-]{20,}/g
const withoutQuery = (url: string) => url.replace(/\?.*/s, '')

/** The number of the step that showed a finding. */
export function numberOf({ step }: FindingResult, { steps }: CheckResult): number {
  return step === undefined ? (steps.at(-1)?.number ?? 0) : step + 1
}
