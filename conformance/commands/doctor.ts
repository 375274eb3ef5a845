/** `doctor`: whether the target, the keys and every state that the checks ask for are there; and what to add. */
import { createCaller } from '../callers.ts'
import type { Config } from '../config.ts'
import { preflight } from '../preflight.ts'
import { createRecord } from '../record.ts'
import { select } from '../selection.ts'
import { openSession } from '../session.ts'
import type { Recipe } from '../states/recipes.ts'
import type { Check } from '../suite.ts'
import { exitCodes } from './run.ts'
import type { Terminal } from './terminal.ts'

export async function doctorCommand(config: Config, terminal: Terminal): Promise<number> {
  const { run } = openSession(config)
  await preflight(run, config)
  const sender = { send: run.wire.send, transport: run.settings.transport }
  const checks = select(config.only, config.skip)
  let missing = 0
  const say = (isThere: boolean, what: string, otherwise: string) => {
    if (!isThere) missing += 1
    terminal.out(isThere ? `✓ ${what}\n` : `✗ ${what}: ${otherwise}\n`)
  }

  const { response } = await createCaller(sender, {}).logIn({})
  const skew = Math.round((Date.parse(response.headers.date ?? '') - Date.now()) / 1000)
  say(true, `the target answers at ${config.target.url}`, '')
  say(!(Math.abs(skew) > 60), 'its clock agrees with ours', `it is ${skew} s off; dates are judged by its own`)

  const account = await run.supply.signUp(sender).catch((error: Error) => error)
  say(!(account instanceof Error), 'the kit can sign up', account instanceof Error ? account.message : '')
  if (!(account instanceof Error)) {
    const wrong = await account.deleteAccount({ password: 'Not-the-password-1' })
    const bare = await account.showing({}).deleteAccount({ password: 'Not-the-password-1' })
    const isKnown = wrong.response.text !== bare.response.text
    say(isKnown, 'the access token is taken', 'it is refused as none is; set auth.token.header and auth.token.value')
  }
  const { adminKey } = config.auth
  if (adminKey === undefined) say(false, 'the admin API key', 'set auth.adminKey, MC_ADMIN_KEY or --admin-key')
  else {
    const { status } = (await createCaller(sender, { adminKey }).listDeletionRequests()).response
    say(
      status < 300,
      'the admin API key is taken',
      `the listing answers ${status}; see auth.admin.header and auth.admin.value`,
    )
  }
  const scene = { sender, supply: run.supply, record: createRecord() }
  for (const [what, { recipes, needed }] of demands(checks, config.rounds)) {
    let made = 0
    let why = ''
    for (const recipe of recipes) {
      await recipe.make(scene).then(
        () => made++,
        (error: Error) => {
          why ||= error.message
        },
      )
    }
    const enough = made === recipes.length
    say(enough, `${needed} × ${what}`, made === 0 ? why : `there are ${made} of ${needed}; ${why}`)
  }
  return missing === 0 ? exitCodes.conformant : exitCodes.unverified
}

interface Demand {
  recipes: Recipe<unknown>[]
  needed: number
}

/** What the checks ask the hook or the lists for, and how often. */
function demands(checks: Check[], rounds: number): Map<string, Demand> {
  const all = new Map<string, Demand>()
  for (const { given, isRepeated } of checks) {
    for (const recipe of given) {
      const what = recipe.needs.at(-1)
      if (what === undefined || what === 'sign-up' || what === 'admin key') continue
      const demand = all.get(what) ?? { recipes: [], needed: 0 }
      const times = isRepeated ? rounds : 1
      demand.recipes.push(...Array.from({ length: times }, () => recipe))
      demand.needed += times
      all.set(what, demand)
    }
  }
  return all
}
