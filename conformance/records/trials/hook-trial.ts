/** Before a run: tries each state of the hook once, so that a fixture that is not what it should be never accuses the target. */

import type { Check } from '../../checks/support/suite.ts'
import type { Sender } from '../../client/callers.ts'
import type { FixturePool } from '../pool.ts'
import { FixtureError, MalformedFixtureError, unlessInconclusive } from '../provider.ts'
import { tryAddress, tryLifetimes, tryPasswords, tryReader } from './account-trials.ts'
import { concernsNeed, type FixtureFault } from './fixture-fault.ts'
import { tryIncidents, tryResolved } from './incident-trials.ts'
import { tryPlans, tryRows } from './statistics-trials.ts'

const trials = [tryPasswords, tryLifetimes, tryIncidents, tryResolved, tryReader, tryPlans, tryRows]

/** Tries only the states that the checks need or use, and returns the faults that concern them. */
export async function tryHook(
  pool: FixturePool,
  sender: Sender,
  checks: readonly Check[],
  url: string,
): Promise<FixtureFault[]> {
  const tried = checks.map(({ requirementIds, needs, given }) => {
    return { requirementIds, needs: [...needs, ...given.flatMap(({ uses = [] }) => uses)] }
  })
  const needs = new Set(tried.flatMap(({ needs }) => needs))
  const unknown = await tryAddress({ pool, sender, needs }, url)
  if (unknown.length > 0) return unknown
  const faults = new Map<string, FixtureFault>()
  for (const trial of trials) {
    try {
      for (const fault of (await unlessInconclusive(trial({ pool, sender, needs }))) ?? [])
        faults.set(fault.description, fault)
    } catch (error) {
      if (error instanceof MalformedFixtureError) {
        const description = `the hook's response to ${error.state} is complete`
        faults.set(description, { description, reason: error.message, concerns: concernsNeed(RegExp(error.state)) })
        continue
      }
      // The checks that need the fixture report that the hook cannot make it.
      if (!(error instanceof FixtureError)) throw error
    }
  }
  const found = [...faults.values()]
  // Checks that take any account sign one up instead.
  if (found.some(({ concerns }) => concerns({ needs: ['freeCaller'], requirementIds: [] }))) pool.disablePooledUsers()
  return found.filter(({ concerns }) => tried.some(concerns))
}
