/** `doctor`: verifies that target, keys and all fixtures of the checks are available, and explains how to add them. */

import { createRunContext } from '../checks/runner/context.ts'
import type { Check } from '../checks/support/suite.ts'
import { createCaller } from '../client/callers.ts'
import { explorePart } from '../explore/explore-checks.ts'
import type { FixturePool } from '../records/pool.ts'
import { FixtureError, InapplicableError, missingFixture, type Role, roles, sharedRoles } from '../records/provider.ts'
import type { Recipe } from '../records/recipe.ts'
import type { FixtureFault } from '../records/trials/fixture-fault.ts'
import type { Terminal } from '../report/console.ts'
import { count } from '../verdict/count.ts'
import { createCheckRecord } from '../verdict/record.ts'
import { runPreflight } from './preflight/index.ts'
import { exitCodes } from './run.ts'
import { readBaseline } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

/** Returns the exit code of a run in which all checks that can run pass. */
export async function doctorCommand(config: Config, terminal: Terminal): Promise<number> {
  const { services, secrets } = createRunContext(config)
  const { client, settings, pool } = services
  const sender = { send: client.send, transport: settings.transport }
  const checks = select(config.only, config.skip)
  if (config.baseline !== undefined) readBaseline(config.baseline)
  /** Exploring does without. */
  const isNeeded = (what: string) => checks.some(({ part, needs }) => part !== explorePart && needs.includes(what))
  let code: number = exitCodes.conformant
  const print = (holds: boolean, what: string, problem = '', exitCode: number = exitCodes.unverified) => {
    const isWorse = code === exitCodes.unverified && exitCode !== exitCodes.conformant
    if (!holds && (code === exitCodes.conformant || isWorse)) code = exitCode
    terminal.out(secrets.redact(holds ? `✓ ${what}\n` : `✗ ${what}: ${problem}\n`))
  }

  const faults: FixtureFault[] = []
  /** The needs of checks that are not met. */
  const lacking = new Set<string>()
  for await (const { description, error, fault } of runPreflight(services, config, checks)) {
    if (fault) {
      faults.push(fault)
      print(false, description, fault.reason)
      continue
    }
    const isHookError = error instanceof FixtureError
    print(!error, description, error?.message, isHookError ? exitCodes.error : exitCodes.usage)
    // Without the hook, all further fixtures are missing, too.
    if (isHookError) return code
  }
  const { response } = await createCaller(sender, {}).logIn({})
  const skew = Math.round((Date.parse(response.headers.date ?? '') - Date.now()) / 1000)
  print(!(Math.abs(skew) > 60), 'its clock agrees with ours', `it is ${skew} s off; dates are judged by its own`, 0)
  if (isNeeded('sign-up')) {
    const account = await pool.sharedUser(sender, 0).catch((error: Error) => error)
    const error = account instanceof Error ? account : undefined
    print(!error, 'the kit can sign up', error?.message)
    if (error) lacking.add('sign-up')
  }
  if (config.fixtures.hook === undefined) lacking.add('hook')
  if (config.auth.adminKey === undefined) {
    lacking.add('admin key')
    if (isNeeded('admin key')) print(false, 'the admin API key', 'set auth.adminKey, MC_ADMIN_KEY or --admin-key')
  }
  if (code === exitCodes.usage) {
    terminal.out('Fix these first; then doctor shows which fixtures are missing.\n')
    return code
  }

  const callerContext = { sender, pool, record: createCheckRecord() }
  const objectContext = { ...callerContext, pool: withStandIns(pool, config) }
  // The fixtures that most checks need come first, and callers before their objects.
  const order = ([what, { checkCount }]: [string, Demand]) => checkCount + (isCaller(what) ? checks.length : 0)
  const demands = [...demandsOf(checks, config.rounds)].sort((one, other) => order(other) - order(one))
  let begin: string | undefined
  for (const [what, { recipes, checkCount }] of demands) {
    let available = 0
    let wanted = recipes.length
    let problem = ''
    for (const recipe of recipes) {
      try {
        await recipe.make(isCaller(what) ? callerContext : objectContext).catch(async (error) => {
          // A check that only a hook enables lacks nothing else than a shared caller.
          const role = roles.find((role) => role === what && sharedRoles.includes(role))
          if (!(error instanceof InapplicableError) || !role) throw error
          await pool.sharedCaller(sender, role)
        })
        available += 1
      } catch (error) {
        if (error instanceof InapplicableError) {
          wanted -= 1
          continue
        }
        // The error may be about the writer, whose colleague is missing.
        problem ||= isCaller(what) && isMissing(what, config) ? missing : (error as Error).message
        if (problem.startsWith(missingFixture(what))) problem = missing
      }
    }
    if (available === 0) lacking.add(what)
    if (wanted === 0) continue
    const caller = roles.find((role) => role !== what && problem.startsWith(missingFixture(role)))
    const cause = caller === undefined ? problem : `missing, as the ${caller} is`
    const isSingle = recipes.length === 1
    const line = isSingle ? `${what}, for ${count(checkCount, 'check')}` : `${wanted} × ${what}`
    print(available === wanted, line, available === 0 ? cause : `there are ${available}; the others: ${cause}`)
    if (available < wanted) begin ??= what
  }
  if (begin !== undefined) {
    const way = config.fixtures.hook
      ? 'let the hook make it, or list it under fixtures'
      : 'write a hook, or list it: `template` prints a file to fill in'
    terminal.out(`Begin here: ${begin}; ${way}.\n`)
  }
  const canRun = ({ needs, requirementIds }: Check) =>
    needs.every((need) => !lacking.has(need)) && !faults.some(({ concerns }) => concerns({ needs, requirementIds }))
  const isSomeJudged = checks.some(canRun)
  if (!isSomeJudged && code === exitCodes.conformant) print(false, 'a check can run', 'each lacks a fixture')
  const isAccepted = code === exitCodes.unverified && config.allowUnverified && isSomeJudged
  return isAccepted ? exitCodes.conformant : code
}

const missing = 'missing'
const leavingReader = 'reader who can leave'

function isCaller(what: string): boolean {
  return what === leavingReader || roles.some((role) => role === what)
}

/** Neither a list nor a hook provides the caller. */
function isMissing(caller: string, { fixtures, without }: Config): boolean {
  const name = (caller === leavingReader ? 'leavingReader' : caller) as Role | 'leavingReader'
  return fixtures.hook === undefined && fixtures[name] === undefined && !without.some((role) => role === name)
}

/** Finds listed objects even if the caller that they belong to is missing. */
function withStandIns(pool: FixturePool, config: Config): FixturePool {
  return {
    ...pool,
    sharedCaller: async (sender, role) => (isMissing(role, config) ? { role } : pool.sharedCaller(sender, role)),
  }
}

interface Demand {
  recipes: Recipe<unknown>[]
  checkCount: number
}

/** The fixtures that the checks need from hook or lists. */
function demandsOf(checks: Check[], rounds: number): Map<string, Demand> {
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
