/** `doctor`: verifies that target, keys and all records of the checks are available, and explains how to add them. */

import type { RunServices } from '../checks/runner/run-check.ts'
import type { Check } from '../checks/support/suite.ts'
import { createCaller, type Sender } from '../client/callers.ts'
import { explorePart } from '../explore/explore-checks.ts'
import { roles, sharedRoles } from '../records/cast.ts'
import { FixtureError, InapplicableError } from '../records/errors.ts'
import type { Recipe } from '../records/recipe.ts'
import { missingFixture } from '../records/sources.ts'
import type { Terminal } from '../report/console.ts'
import { count } from '../verdict/count.ts'
import { createCheckRecord } from '../verdict/record.ts'
import { runPreflight } from './preflight/index.ts'
import { exitCodes } from './run.ts'
import { createRunContext } from './run-context.ts'
import { readBaseline } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

interface Examination {
  config: Config
  checks: readonly Check[]
  services: RunServices
  sender: Sender
  /** The needs of checks that are not met. */
  lacking: Set<string>
}

/** What was examined, and what is wrong with it. */
interface Answer {
  what: string
  problem?: string | undefined
  /** Of the command, if there is a problem. */
  exitCode?: number
}

/** Returns the exit code of a run in which all checks that can run pass. */
export async function doctorCommand(config: Config, terminal: Terminal): Promise<number> {
  const { services, secrets } = createRunContext(config)
  const sender = { send: services.client.send, transport: services.settings.transport }
  const checks = select(config.only, config.skip)
  if (config.baseline !== undefined) readBaseline(config.baseline)
  const examination: Examination = { config, checks, services, sender, lacking: new Set() }
  const codes = new Set<number>()
  for (const examine of [examinePreflight, examineClock, examineKeys, examineRecords]) {
    if (examine === examineRecords && codes.has(exitCodes.usage)) {
      terminal.out('Fix these first; then doctor shows which records are missing.\n')
      return exitCodes.usage
    }
    for await (const { what, problem, exitCode = exitCodes.unverified } of examine(examination)) {
      terminal.out(secrets.redact(problem === undefined ? `✓ ${what}\n` : `✗ ${what}: ${problem}\n`))
      // Without the hook, all further records are missing, too.
      if (problem !== undefined && exitCode === exitCodes.error) return exitCode
      if (problem !== undefined) codes.add(exitCode)
    }
  }
  const { lacking } = examination
  const first = [...lacking].find((need) => !['hook', 'admin key', 'sign-up'].includes(need))
  const way = config.fixtures.hook
    ? 'let the hook make it, or list it under fixtures'
    : 'write a hook, or list it: `template` prints a file to fill in'
  if (first !== undefined) terminal.out(`Begin here: ${first}; ${way}.\n`)
  const isSomeJudged = checks.some(({ needs }) => needs.every((need) => !lacking.has(need)))
  if (!isSomeJudged && !codes.has(exitCodes.unverified)) terminal.out('✗ a check can run: each lacks a record\n')
  if (!isSomeJudged) return exitCodes.unverified
  return codes.has(exitCodes.unverified) && !config.allowUnverified ? exitCodes.unverified : exitCodes.conformant
}

async function* examinePreflight({ config, checks, services }: Examination): AsyncGenerator<Answer> {
  for await (const { description, error } of runPreflight(services, config, checks)) {
    const exitCode = error instanceof FixtureError ? exitCodes.error : exitCodes.usage
    yield { what: description, problem: error?.message, exitCode }
  }
}

async function* examineClock({ sender }: Examination): AsyncGenerator<Answer> {
  const { response } = await createCaller(sender, {}).logIn({})
  const skew = Math.round((Date.parse(response.headers.date ?? '') - Date.now()) / 1000)
  const problem = Math.abs(skew) > 60 ? `it is ${skew} s off; dates are judged by its own` : undefined
  yield { what: 'its clock agrees with ours', problem, exitCode: exitCodes.conformant }
}

async function* examineKeys({ config, checks, services, sender, lacking }: Examination): AsyncGenerator<Answer> {
  /** Exploring does without. */
  const isNeeded = (what: string) => checks.some(({ part, needs }) => part !== explorePart && needs.includes(what))
  if (config.fixtures.hook === undefined) lacking.add('hook')
  if (isNeeded('sign-up')) {
    const account = await services.pool.sharedUser(sender, 0).catch((error: Error) => error)
    if (account instanceof Error) lacking.add('sign-up')
    yield { what: 'the kit can sign up', problem: account instanceof Error ? account.message : undefined }
  }
  if (config.auth.adminKey !== undefined) return
  lacking.add('admin key')
  const problem = 'set auth.adminKey, MC_ADMIN_KEY or --admin-key'
  if (isNeeded('admin key')) yield { what: 'the admin API key', problem }
}

interface Demand {
  recipes: Recipe<unknown>[]
  checkCount: number
}

/** The records that the checks need from hook or lists. */
async function* examineRecords(examination: Examination): AsyncGenerator<Answer> {
  const { checks, config, lacking } = examination
  // The records that most checks need come first, and callers before their objects.
  const order = ([what, { checkCount }]: [string, Demand]) =>
    checkCount + (roles.some((role) => role === what) ? checks.length : 0)
  const demands = [...demandsOf(checks, config.rounds)].sort((one, other) => order(other) - order(one))
  for (const [what, { recipes, checkCount }] of demands) {
    const { wanted, available, problem } = await tryRecipes(examination, what, recipes)
    if (available < wanted) lacking.add(what)
    if (wanted === 0) continue
    const line = recipes.length === 1 ? `${what}, for ${count(checkCount, 'check')}` : `${wanted} × ${what}`
    const missing = available === 0 ? problem : `there are ${available}; the others: ${problem}`
    yield { what: line, problem: available === wanted ? undefined : missing }
  }
}

async function tryRecipes({ services, sender }: Examination, what: string, recipes: Recipe<unknown>[]) {
  const context = { sender, pool: services.pool, record: createCheckRecord() }
  let [wanted, available, problem] = [recipes.length, 0, '']
  for (const recipe of recipes) {
    try {
      await recipe.make(context)
      available += 1
    } catch (error) {
      const { message } = error as Error
      if (error instanceof InapplicableError) wanted -= 1
      // The error may be about the writer, whose colleague or object is missing.
      const caller = roles.find((role) => role !== what && message === missingFixture(role))
      problem ||= caller ? `missing, as the ${caller} is` : message.startsWith(`no ${what}`) ? 'missing' : message
    }
  }
  return { wanted, available, problem }
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
