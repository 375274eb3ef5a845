/** After a run: notes on findings, which name other calls of the run that narrow down the cause. */

import type { CheckRun } from '../../checks/support/check-run.ts'
import type { Transport } from '../../client/credentials.ts'
import type { Finding } from '../record.ts'
import { describeConstantAnswer } from './constant-answers.ts'
import { describeContrast, describeSameError } from './contrasts.ts'
import { describeLoss } from './lost-objects.ts'
import { describeMixedSession } from './mixed-sessions.ts'
import { describeMoment } from './moments.ts'
import { describePageOffsets } from './page-offsets.ts'
import { describePassword } from './passwords.ts'
import { describeResetRule } from './reset-counts.ts'
import { createRunCalls, isAboutOutcome, type Note } from './run-calls.ts'
import { describeNearest, describeSame } from './same-findings.ts'
import { describeSeparation } from './separations.ts'
import { describeSharedTeam } from './shared-teams.ts'
import { describeSignUpToken } from './sign-up-tokens.ts'
import { describeWithoutSimultaneity } from './simultaneity.ts'
import { describeStaleListing } from './stale-listings.ts'
import { describeTexts } from './texts.ts'
import { describeCallsOfTeam, describeUnaskedResolve } from './unasked-changes.ts'
import { describeUnknownId } from './unknown-ids.ts'
import { describeRefusedPassword, describeUsedCode, describeUsedCredentials } from './used-credentials.ts'
import {
  describeCounterpart,
  describeEarlierText,
  describeOtherValue,
  describeRepeatedPassword,
  describeSameCount,
  describeSeen,
} from './values.ts'
import { describeWrongHeader } from './wrong-headers.ts'

/** For one finding. */
const mostNotes = 3

/** They name a call before, or a value, and no property of the call, which a separation does. */
const notesBesideSeparation: Note[] = [
  describeMixedSession,
  describeSharedTeam,
  describeStaleListing,
  describeUsedCode,
  describePageOffsets,
  describeUnaskedResolve,
  describeWithoutSimultaneity,
  describeSeen,
  describeMoment,
  describeRepeatedPassword,
  describeRefusedPassword,
]
const notesOnOutcomes: Note[] = [
  describeMixedSession,
  describeUnknownId,
  describeUsedCode,
  describeSignUpToken,
  describeTexts,
  describeRefusedPassword,
  describePassword,
  describeUsedCredentials,
  describeWithoutSimultaneity,
  describeLoss,
  describeUnaskedResolve,
  describeContrast,
  describeCallsOfTeam,
]
const notesOnValues: Note[] = [
  describeMixedSession,
  describeWrongHeader,
  describeSharedTeam,
  describeStaleListing,
  describeUsedCode,
  describePageOffsets,
  describeSignUpToken,
  describeTexts,
  describeRefusedPassword,
  describeWithoutSimultaneity,
  describeSeen,
  describeMoment,
  describeRepeatedPassword,
  describeOtherValue,
  describeSameError,
  describeEarlierText,
  describeSameCount,
  describeCounterpart,
  describeNearest,
]

/** @param explored the sequences that were explored. */
export function addNotes(
  runs: readonly CheckRun[],
  explored: readonly CheckRun[],
  settings: { auth: Transport; keepAlive: boolean },
): CheckRun[] {
  const calls = createRunCalls(runs, explored, settings)

  function notesOn(run: CheckRun, finding: Finding): string[] {
    const exchange = run.record.steps[finding.step ?? -1]
    if (!exchange?.request.operationId) return []
    const call = { run, exchange, number: (finding.step ?? 0) + 1 }
    const rule = describeConstantAnswer(call, finding, calls) ?? describeResetRule(call, finding, calls)
    const separation = describeSeparation(call, finding, calls)
    const others = isAboutOutcome(finding) ? notesOnOutcomes : notesOnValues
    const notes = rule === undefined && separation === undefined ? others : notesBesideSeparation
    return [rule, separation, ...[describeSame, ...notes].map((describe) => describe(call, finding, calls))]
      .filter((note) => note !== undefined)
      .slice(0, mostNotes)
  }

  return runs.map((run) => {
    const findings = run.record.findings.map((finding) => {
      const notes = notesOn(run, finding)
      return notes.length > 0 ? { ...finding, notes } : finding
    })
    return { ...run, record: { ...run.record, findings } }
  })
}
