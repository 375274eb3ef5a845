/** `doctor`: whether the target, the keys and every state that the checks ask for are there; and what to add. */

import { createCheckRecord } from '../assess/record.ts'
import { createCaller } from '../client/callers.ts'
import type { Config } from '../config/config.ts'
import { select } from '../config/selection.ts'
import type { Check } from '../dsl/suite.ts'
import type { FixturePool } from '../fixtures/pool.ts'
import { FixtureError, missingFixture, type Role, roles, sharedRoles } from '../fixtures/provider.ts'
import type { Recipe } from '../fixtures/recipes.ts'
import { runPreflight } from '../preflight/preflight.ts'
import type { Terminal } from '../report/console.ts'
import { createRunContext } from '../runner/context.ts'
import { exitCodes } from './run.ts'

/** Its exit code is the one that a run would end with, if all checks that can run pass. */
export async function doctorCommand(config: Config, terminal: Terminal): Promise<number> {
  const { run, secrets } = createRunContext(config)
  const sender = { send: run.client.send, transport: run.settings.transport }
  const checks = select(config.only, config.skip)
  let code: number = exitCodes.conformant
  const say = (isUp: boolean, what: string, otherwise = '', then: number = exitCodes.unverified) => {
    if (!isUp && (code === exitCodes.conformant || then !== exitCodes.unverified)) code = then
    terminal.out(secrets.redact(isUp ? `✓ ${what}\n` : `✗ ${what}: ${otherwise}\n`))
  }

  for await (const { what, wrong } of runPreflight(run, config, checks)) {
    const isHooks = wrong instanceof FixtureError
    say(!wrong, what, wrong?.message, isHooks ? exitCodes.error : exitCodes.usage)
    // What the hook would have to make is not there, either.
    if (isHooks) return code
  }
  const { response } = await createCaller(sender, {}).logIn({})
  const skew = Math.round((Date.parse(response.headers.date ?? '') - Date.now()) / 1000)
  say(!(Math.abs(skew) > 60), 'its clock agrees with ours', `it is ${skew} s off; dates are judged by its own`)
  const account = await run.pool.sharedUser(sender, 0).catch((error: Error) => error)
  say(!(account instanceof Error), 'the kit can sign up', account instanceof Error ? account.message : '')
  if (config.auth.adminKey === undefined)
    say(false, 'the admin API key', 'set auth.adminKey, MC_ADMIN_KEY or --admin-key')

  if (code === exitCodes.usage) {
    terminal.out('What the checks ask for is looked at when this is right.\n')
    return code
  }

  const fixtureContext = { sender, pool: run.pool, record: createCheckRecord() }
  const objectScene = { ...fixtureContext, pool: withStandIns(run.pool, config) }
  for (const [what, { recipes, asking }] of demandsOf(checks, config.rounds)) {
    let made = 0
    let why = ''
    for (const recipe of recipes) {
      await recipe.make(isCaller(what) ? fixtureContext : objectScene).then(
        () => made++,
        (error: Error) => {
          // Not that the writer is missing, whose colleague it would be.
          why ||= isCaller(what) && isMissing(what, config) ? missingFixture(what) : error.message
        },
      )
    }
    const told =
      recipes.length === 1 ? `${what}, for ${asking} check${asking === 1 ? '' : 's'}` : `${recipes.length} × ${what}`
    say(made === recipes.length, told, made === 0 ? why : `there are ${made}; ${why}`)
  }
  if (code === exitCodes.unverified) terminal.out('`template` prints a file of fixtures to fill in.\n')
  return code
}

const leaver = 'reader who can leave'

function isCaller(what: string): boolean {
  return what === leaver || roles.some((role) => role === what)
}

/** Neither a list nor a hook is there to give it. */
function isMissing(caller: string, { fixtures, without }: Config): boolean {
  const name = (caller === leaver ? 'leavingReader' : caller) as Role | 'leavingReader'
  return fixtures.hook === undefined && fixtures[name] === undefined && !without.some((role) => role === name)
}

/** So that objects are looked for in the lists even where nobody is there whose they would be. */
function withStandIns(pool: FixturePool, config: Config): FixturePool {
  return {
    ...pool,
    sharedCaller: async (sender, role) => (isMissing(role, config) ? { role } : pool.sharedCaller(sender, role)),
  }
}

interface Demand {
  recipes: Recipe<unknown>[]
  /** How many checks ask for it. */
  asking: number
}

/** What the checks ask the hook or the lists for, and how often. */
function demandsOf(checks: Check[], rounds: number): Map<string, Demand> {
  const all = new Map<string, Demand>()
  for (const { given, isRepeated } of checks) {
    for (const recipe of given) {
      const what = recipe.needs.at(-1)
      if (what === undefined || what === 'sign-up' || what === 'admin key') continue
      const demand = all.get(what) ?? { recipes: [], asking: 0 }
      demand.asking += 1
      // Who is shared is made once.
      const times = sharedRoles.includes(what) ? 1 - demand.recipes.length : isRepeated ? rounds : 1
      demand.recipes.push(...Array.from({ length: times }, () => recipe))
      all.set(what, demand)
    }
  }
  return all
}
