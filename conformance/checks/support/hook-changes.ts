/** What the hook changes between two calls of a scenario, and what the model knows of it from then on. */

import type { Caller, Session } from '../../client/callers.ts'
import type { Account } from '../../document/state.ts'
import { InapplicableError } from '../../records/errors.ts'
import type { AccountRecord } from '../../records/recipe.ts'
import type { Monitor } from '../../records/sources.ts'
import { statusAndCode } from '../../verdict/format.ts'
import { noCall, type Scene, type Step } from './steps.ts'

type User = Caller & { email: string; password: string }

export interface ChangingTeam {
  owner: User
  monitor: Monitor
  changePlan(plan: 'free' | 'paid'): Promise<void>
}

const knownOf = ({ state }: Scene, { accessToken = '' }: Caller) => state.accounts[accessToken] as Account

/**
 * The document leaves open when a change shows: its user logs in until it does. The scenario keeps the token from before,
 * which these log-ins may have ended.
 */
async function untilShown(
  { visitor, eventually }: Scene,
  account: Account,
  { email, password }: User,
  shows: (session: Session) => boolean | Promise<boolean>,
): Promise<void> {
  Object.assign(account, { isStale: true, mayBeLoggedOut: true })
  await eventually(async () => {
    const { response, body } = await visitor.logIn({ email, password })
    return (response.status < 300 && (await shows(body as Session))) || undefined
  })
}

export const changesPlan = ({ owner, monitor, changePlan }: ChangingTeam, plan: 'free' | 'paid'): Step =>
  noCall({
    async does(scene) {
      const account = knownOf(scene, owner)
      // Deletes no rows.
      const reset = async (token = '') =>
        statusAndCode(await owner.withToken(token).resetMonitor(monitor.id, { before: '2001-01-01' }))
      const before = await reset(account.accessToken)
      await changePlan(plan)
      const isPaid = plan === 'paid'
      Object.assign(account, { canReset: isPaid ? undefined : false, isUpgraded: isPaid })
      await untilShown(scene, account, owner, async ({ accessToken }) => (await reset(accessToken)) !== before)
    },
  })

/** @param member has logged in: its role is known. */
export const becomesReader = (member: AccountRecord & User): Step =>
  noCall({
    async does(scene) {
      const account = knownOf(scene, member)
      const before = account.role
      const { role } = await member.change({ scope: 'read' })
      if (role === before) throw new InapplicableError('the role of the hook is the one that the member had')
      Object.assign(account, { canWrite: false, role: undefined, formerRole: before })
      await untilShown(scene, account, member, ({ user }) => {
        // A hook may know the role by another name; one that is shown by this name has no write scope.
        account.cameWithToken = user.role !== role
        return user.role !== before
      })
    },
  })

type AddRows = (monitorId: string, days: string[]) => Promise<void>

export const addsRows = (add: AddRows, { id }: Monitor, ...days: string[]): Step =>
  noCall({
    async does({ state }) {
      await add(id, days)
      state.monitors[id]?.days?.push(...days)
    },
  })
