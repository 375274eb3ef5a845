/** What the hook changes or shows between two calls of a scenario, and what the model knows of it from then on. */

import type { Caller, Session } from '../../client/callers.ts'
import type { Account } from '../../document/state.ts'
import { InapplicableError } from '../../records/errors.ts'
import type { Fields } from '../../records/kinds.ts'
import type { AccountRecord, IncidentRecord } from '../../records/recipe.ts'
import type { Monitor } from '../../records/sources.ts'
import { noCall, type Scene, type Step, type Steps } from './steps.ts'

type User = Caller & { email: string; password: string }

export interface ChangingTeam {
  owner: User
  monitor: Monitor
  changePlan(plan: 'free' | 'paid'): Promise<void>
}

const knownOf = ({ state }: Scene, { accessToken = '' }: Caller) => state.accounts[accessToken] as Account

/** As many as answer in turn; each may keep what it knew for a while. */
const mostProcesses = 4

/**
 * The document leaves open when a change shows: its user logs in until each process of the target shows it. The scenario
 * keeps the token from before, which these log-ins may have ended.
 */
async function untilShown(
  { visitor, eventually }: Scene,
  account: Account,
  { email, password }: User,
  shows: (session: Session) => boolean | Promise<boolean>,
): Promise<void> {
  Object.assign(account, { isStale: true, mayBeLoggedOut: true })
  let inRow = 0
  await eventually(async () => {
    const { response, body } = await visitor.logIn({ email, password })
    const session = body as Session | undefined
    const isShown = response.status < 300 && session?.accessToken !== undefined && (await shows(session))
    inRow = isShown ? inRow + 1 : 0
    return inRow >= mostProcesses || undefined
  })
}

export const changesPlan = ({ owner, monitor, changePlan }: ChangingTeam, plan: 'free' | 'paid'): Step =>
  noCall({
    async does(scene) {
      const account = knownOf(scene, owner)
      // Deletes no rows.
      const isAccepted = async (token: string) =>
        (await owner.withToken(token).resetMonitor(monitor.id, { before: '2001-01-01' })).response.status < 300
      await changePlan(plan)
      const isPaid = plan === 'paid'
      Object.assign(account, { canReset: isPaid ? undefined : false, isUpgraded: isPaid })
      await untilShown(scene, account, owner, async ({ accessToken }) => (await isAccepted(accessToken)) === isPaid)
    },
  })

/** @param member has logged in: its role is known. */
export const becomesReader = (member: AccountRecord & User): Step =>
  noCall({
    async does(scene) {
      const account = knownOf(scene, member)
      const before = account.role
      const { role } = await member.change({ scope: 'read' })
      if (`${role}`.toLowerCase() === before?.toLowerCase())
        throw new InapplicableError('the role of the hook is the one that the member had')
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

const shownFields = ['status', 'cause', 'resolvedAt', 'startedAt', 'createdAt', 'title', 'monitorId', 'serviceId']
const isSame = (one: Fields, other: Fields) => shownFields.every((field) => `${one[field]}` === `${other[field]}`)

/**
 * No operation shows a resolved incident again, but a hook may: after these steps it is as it was before. A hook that
 * changes the incident when it is asked to show it, or shows another one, tells nothing.
 * @param basis `documented` of refused calls, `sound` of calls that are about something else
 */
export function staysStored(basis: 'documented' | 'sound', incident: IncidentRecord, ...steps: Steps[]): Steps[] {
  let before: Fields = {}
  return [
    noCall({
      async does({ state, eventually }) {
        const { cause } = state.incidents[incident.id] ?? {}
        const shown = await eventually(async () => {
          const [one, other] = [await incident.read(), await incident.read()]
          if (!one || !other) throw new InapplicableError('the hook shows no incident')
          const isRight = one.id === incident.id && `${one.status}`.toLowerCase() === 'resolved' && one.cause === cause
          return isRight && isSame(one, other) ? one : undefined
        })
        if (!shown) throw new InapplicableError('the hook does not show an incident as the target has resolved it')
        before = shown
      },
    }),
    ...steps,
    noCall({
      async does({ expect, eventually }) {
        const claim = basis === 'sound' ? expect.sound : expect
        let after: Fields | undefined
        await eventually(async () => {
          after = await incident.read()
          return (after && isSame(after, before)) || undefined
        })
        claim(after !== undefined, 'the resolved incident is still stored, as the hook shows').toHold()
        for (const field of after ? shownFields : []) claim(after?.[field], `the stored ${field}`).toBe(before[field])
      },
    }),
  ]
}
