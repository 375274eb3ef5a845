/** A note on a finding of a race: whether the same was wrong without simultaneity, so that no race is looked for. */

import type { CheckRun } from '../../checks/support/check-run.ts'
import { explorePart } from '../../explore/explore-checks.ts'
import { sameAs } from '../../report/summaries.ts'
import type { Finding } from '../record.ts'
import { acceptanceExpected } from '../response.ts'
import { fieldOf } from './fields.ts'
import { isBeside, type Note, type RunCall } from './run-calls.ts'

/** Checks that a note names. */
const mostChecks = 3

export const describeWithoutSimultaneity: Note = (call, finding, calls) => {
  const isRace = call.exchange.isAtOnce || (call.run.check.part !== explorePart && hasRace(call.run))
  const aspect = aspectOf(finding)
  if (!isRace || aspect === undefined) return undefined
  const others = calls.ofOperation(call)
  const isSame = (one: RunCall) =>
    !hasRace(one.run) &&
    // Checks run beside each other.
    !others.some((other) => other.run !== one.run && isBeside(one.exchange, other.exchange)) &&
    one.run.record.findings.some(
      ({ step, basis, ...rest }) =>
        step === one.number - 1 && basis === finding.basis && aspectOf({ basis, ...rest }) === aspect,
    )
  const ids = [...new Set(others.filter(isSame).map(({ run }) => run.check.id))]
  if (ids.length === 0) return undefined
  return `${sameAs} calls sent alone, of ${ids.slice(0, mostChecks).join(', ')}: begin there`
}

function hasRace({ record }: CheckRun): boolean {
  return record.steps.some(({ isAtOnce }) => isAtOnce)
}

/** The kind of a finding: too much is accepted, too much is refused, or a field is wrong. */
function aspectOf(finding: Finding): string | undefined {
  const { expected, seen } = finding
  if (expected === acceptanceExpected) return 'refused'
  if (expected.startsWith('the call is refused')) return 'accepted'
  if (expected.startsWith('the number of calls that succeeded')) return seen === '0' ? 'refused' : 'accepted'
  return fieldOf(finding) ?? expected.split(' ')[0]
}
