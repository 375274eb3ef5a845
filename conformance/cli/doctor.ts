/** `doctor`: verifies that target, keys and all records of the checks are available, and explains how to add them. */

import type { Check } from '../checks/support/suite.ts'
import { InapplicableError, MissingRecordError, RecordError } from '../records/errors.ts'
import type { Recipe, RecordContext } from '../records/recipe.ts'
import { sharedRecords } from '../records/recipes.ts'
import { roles } from '../records/roles.ts'
import type { Terminal } from '../report/console.ts'
import { count } from '../verdict/count.ts'
import { createCheckRecord } from '../verdict/record.ts'
import { runPreflight } from './preflight/index.ts'
import { exitCodes } from './run.ts'
import { createRunContext } from './run-context.ts'
import { readBaseline } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

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
  const lacking: string[] = []
  /** By the reason why. */
  const missing = new Map<string, string[]>()
  for (const [need, { recipes, checkCount }] of demandsOf(checks, config)) {
    const problem = await tryRecipes(recipes, need, { sender, pool: services.pool, record: createCheckRecord() })
    const what = recipes.length === 1 ? `${need}, for ${count(checkCount, 'check')}` : `${recipes.length} × ${need}`
    if (problem === undefined) print(what)
    else {
      lacking.push(need)
      missing.set(problem, [...(missing.get(problem) ?? []), what])
    }
  }
  for (const [problem, all] of missing)
    print(all.length === 1 ? all.join() : `${all.length} needs (${all.join('; ')})`, problem)
  return conclude(config, checks, lacking, terminal)
}

function conclude(config: Config, checks: readonly Check[], lacking: string[], terminal: Terminal): number {
  const first = lacking.find((need) => need !== 'sign-up' && need !== 'admin key')
  const way = config.fixtures.hook
    ? 'let the hook make it, or list it under fixtures'
    : 'write a hook, or list it: `template` prints a file to fill in'
  if (first !== undefined) terminal.out(`Begin here: ${first}; ${way}.\n`)
  const isThere = (need: string) =>
    !lacking.includes(need) && (need !== 'admin key' || config.auth.adminKey !== undefined)
  const isSomeJudged = checks.some(({ needs }) => needs.every(isThere))
  if (!isSomeJudged && lacking.length === 0) terminal.out('✗ a check can run: each lacks a record\n')
  return isSomeJudged && (lacking.length === 0 || config.allowUnverified) ? exitCodes.conformant : exitCodes.unverified
}

interface Demand {
  recipes: Recipe<unknown>[]
  checkCount: number
}

/** By the name of what checks need: that which most of them need comes first, and callers before their objects. */
function demandsOf(checks: readonly Check[], { rounds, without }: Config): [need: string, Demand][] {
  const demands = new Map<string, Demand>()
  for (const { given, isRepeated } of checks) {
    for (const recipe of given) {
      const need = recipe.needs.at(-1)
      if (need === undefined || without.some((role) => role === need)) continue
      const demand = demands.get(need) ?? { recipes: [], checkCount: 0 }
      demand.checkCount += 1
      const shared = sharedRecords[need]
      if (shared) demand.recipes = [shared]
      else demand.recipes.push(...Array.from({ length: isRepeated ? rounds : 1 }, () => recipe))
      demands.set(need, demand)
    }
  }
  const order = ([need, { checkCount }]: [string, Demand]) =>
    checkCount + (roles.some((role) => role === need) ? checks.length : 0)
  return [...demands].sort((one, other) => order(other) - order(one))
}

/** Makes each record, as the checks would; returns why some are missing. */
async function tryRecipes(
  recipes: Recipe<unknown>[],
  need: string,
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
      problem ||= error.what === need ? 'missing' : `missing, as the ${error.what} is`
    else problem ||= error.message
  }
  if (problem === '') return undefined
  return available === 0 ? problem : `${available} of ${recipes.length} are there; the others: ${problem}`
}
