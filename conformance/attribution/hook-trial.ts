/** Before a run: tries each state of the hook once, so that a fixture that is not what it should be never accuses the target. */
import type { Sender } from '../client/callers.ts'
import type { Check } from '../dsl/suite.ts'
import type { FixturePool } from '../fixtures/pool.ts'
import { FixtureError, unlessInconclusive } from '../fixtures/provider.ts'
import { tryLifetimes, tryPasswords, tryReader } from './account-trials.ts'
import type { FixtureFault } from './fixture-fault.ts'
import { tryIncidents, tryResolved } from './incident-trials.ts'
import { tryPlans, tryRows } from './statistics-trials.ts'

const trials = [tryPasswords, tryLifetimes, tryIncidents, tryResolved, tryReader, tryPlans, tryRows]

/** Tries only the states that the checks need, and returns the faults that concern them. */
export async function tryHook(pool: FixturePool, sender: Sender, checks: readonly Check[]): Promise<FixtureFault[]> {
  const needs = new Set(checks.flatMap(({ needs }) => needs))
  const faults: FixtureFault[] = []
  for (const trial of trials) {
    try {
      faults.push(...((await unlessInconclusive(trial({ pool, sender, needs }))) ?? []))
    } catch (error) {
      // The checks that need the fixture report that the hook cannot make it.
      if (!(error instanceof FixtureError)) throw error
    }
  }
  // Checks that take any account sign one up instead.
  if (faults.some(({ concerns }) => concerns({ needs: ['freeCaller'], requirementIds: [] }))) pool.disablePooledUsers()
  return faults.filter(({ concerns }) => checks.some(concerns))
}
