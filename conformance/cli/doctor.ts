/** `doctor`: verifies that target, keys and all records of the checks are available, and explains how to add them. */

import type { RunServices } from '../checks/runner/run-check.ts'
import type { Check } from '../checks/support/suite.ts'
import type { Sender } from '../client/callers.ts'
import { explorePart } from '../explore/explore-checks.ts'
import { roles, sharedRoles } from '../records/cast.ts'
import { InapplicableError, MissingRecordError, RecordError } from '../records/errors.ts'
import type { Recipe, RecordContext } from '../records/recipe.ts'
import type { Terminal } from '../report/console.ts'
import { count } from '../verdict/count.ts'
import { createCheckRecord } from '../verdict/record.ts'
import { runPreflight } from './preflight/index.ts'
import { exitCodes } from './run.ts'
import { createRunContext } from './run-context.ts'
import { readBaseline } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

/** Something that checks need, besides a usable target. */
interface Probe {
  what: string
  /** Its name among the needs of checks. */
  need: string
  /** Finds out why it is not there; undefined if it is, or if the implementation does not have it. */
  run(): Promise<string | undefined>
}

interface Examined {
  config: Config
  checks: readonly Check[]
  services: RunServices
  sender: Sender
}

/** Returns the exit code of a run in which all checks that can run pass. */
export async function doctorCommand(config: Config, terminal: Terminal): Promise<number> {
  const { services, secrets } = createRunContext(config)
  const sender = { send: services.client.send, transport: services.settings.transport }
  const checks = select(config.only, config.skip)
  if (config.baseline !== undefined) readBaseline(config.baseline)
  const print = (what: string, problem?: string, mark = '✓') =>
    terminal.out(secrets.redact(problem === undefined ? `${mark} ${what}\n` : `✗ ${what}: ${problem}\n`))
  let isUsable = true
  for await (const { description, isNotable, error } of runPreflight(services, config, checks)) {
    print(description, error?.message, isNotable && '!')
    // Without the hook, all further records are missing, too.
    if (error instanceof RecordError) return exitCodes.error
    isUsable &&= error === undefined
  }
  if (!isUsable) {
    terminal.out('Fix these first; then doctor shows which records are missing.\n')
    return exitCodes.usage
  }
  const lacking = new Set<string>()
  for (const { what, need, run } of probesOf({ config, checks, services, sender })) {
    const problem = await run()
    print(what, problem)
    if (problem !== undefined) lacking.add(need)
  }
  return conclude(config, checks, lacking, terminal)
}

function conclude(config: Config, checks: readonly Check[], lacking: Set<string>, terminal: Terminal): number {
  const [first] = [...lacking].filter((need) => need !== 'sign-up' && need !== 'admin key')
  const way = config.fixtures.hook
    ? 'let the hook make it, or list it under fixtures'
    : 'write a hook, or list it: `template` prints a file to fill in'
  if (first !== undefined) terminal.out(`Begin here: ${first}; ${way}.\n`)
  const isThere = (need: string) =>
    !lacking.has(need) &&
    (need !== 'hook' || config.fixtures.hook !== undefined) &&
    (need !== 'admin key' || config.auth.adminKey !== undefined)
  const isSomeJudged = checks.some(({ needs }) => needs.every(isThere))
  if (!isSomeJudged && lacking.size === 0) terminal.out('✗ a check can run: each lacks a record\n')
  return isSomeJudged && (lacking.size === 0 || config.allowUnverified) ? exitCodes.conformant : exitCodes.unverified
}

function probesOf({ config, checks, services, sender }: Examined): Probe[] {
  /** Exploring does without. */
  const isNeeded = (what: string) => checks.some(({ part, needs }) => part !== explorePart && needs.includes(what))
  const signUp = () =>
    services.pool.sharedUser(sender, 0).then(
      () => undefined,
      (error: Error) => error.message,
    )
  const keyProblem = async () => 'set auth.adminKey, MC_ADMIN_KEY or --admin-key'
  // The records that most checks need come first, and callers before their objects.
  const order = ([what, { checkCount }]: [string, Demand]) =>
    checkCount + (roles.some((role) => role === what) ? checks.length : 0)
  const demands = [...demandsOf(checks, config.rounds)]
    .filter(([need]) => !config.without.some((role) => role === need))
    .sort((one, other) => order(other) - order(one))
  return [
    ...(isNeeded('sign-up') ? [{ what: 'the kit can sign up', need: 'sign-up', run: signUp }] : []),
    ...(isNeeded('admin key') && config.auth.adminKey === undefined
      ? [{ what: 'the admin API key', need: 'admin key', run: keyProblem }]
      : []),
    ...demands.map(([need, { recipes, checkCount }]) => ({
      what: recipes.length === 1 ? `${need}, for ${count(checkCount, 'check')}` : `${recipes.length} × ${need}`,
      need,
      run: () => tryRecipes(recipes, need, { sender, pool: services.pool, record: createCheckRecord() }),
    })),
  ]
}

interface Demand {
  recipes: Recipe<unknown>[]
  checkCount: number
}

/** Makes each record, as the checks would. */
async function tryRecipes(
  recipes: Recipe<unknown>[],
  what: string,
  context: RecordContext,
): Promise<string | undefined> {
  let [available, problem] = [0, '']
  for (const { make } of recipes) {
    const error = await make(context).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!error) available += 1
    else if (error instanceof InapplicableError) continue
    // It may be about the writer, whose colleague or object is missing.
    else if (error instanceof MissingRecordError)
      problem ||= error.what === what ? 'missing' : `missing, as the ${error.what} is`
    else problem ||= error.message
  }
  if (problem === '') return undefined
  return available === 0 ? problem : `there are ${available}; the others: ${problem}`
}

function demandsOf(checks: readonly Check[], rounds: number): Map<string, Demand> {
  const demands = new Map<string, Demand>()
  for (const { given, isRepeated } of checks) {
    for (const recipe of given) {
      const what = recipe.needs.at(-1)
      if (what === undefined || what === 'sign-up' || what === 'admin key') continue
      const demand = demands.get(what) ?? { recipes: [], checkCount: 0 }
      demand.checkCount += 1
      // Shared callers are made once.
      const times = sharedRoles.includes(what) ? 1 - demand.recipes.length : isRepeated ? rounds : 1
      demand.recipes.push(...Array.from({ length: times }, () => recipe))
      demands.set(what, demand)
    }
  }
  return demands
}
