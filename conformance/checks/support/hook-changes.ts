/** Changes by the hook between two calls of a scenario, in the target and in the model. */

import type { RequirementId } from '@monitoring-service/contract/requirements'
import type { Caller, Session } from '../../client/callers.ts'
import { isAccepted, RateLimitedError } from '../../client/exchange.ts'
import { type Account, noResponses } from '../../document/state.ts'
import type { WithPassword } from '../../records/accounts.ts'
import { InapplicableError } from '../../records/errors.ts'
import type { Fields } from '../../records/kinds.ts'
import { type AccountRecord, assertDeleted, deletionRequested, type IncidentRecord } from '../../records/recipe.ts'
import { roleFields } from '../../records/roles.ts'
import type { Monitor, Service } from '../../records/sources.ts'
import { overdueDays } from '../../verdict/grace-period.ts'
import { parseTime } from '../../verdict/times.ts'
import { action, type Scene, type Steps } from './steps.ts'

/** Tells the report what the hook did between two steps. */
function recordHook({ recordContext: { record } }: Scene, what: string): void {
  record.given.push({ name: '', kind: 'change', fields: { what }, afterStep: record.steps.length })
}

function knownOf({ model }: Scene, { accessToken, email }: Caller): Account {
  const known = model.accounts[accessToken ?? email ?? '']
  if (!known) throw new Error('this is no account of the check')
  return known
}

/** As many as answer in turn; each may keep what it knew for a while. */
const mostProcesses = 4

/**
 * The document leaves open when a change shows: its user logs in until each process of the target shows it. The scenario
 * keeps the token from before, which has become stale, and which these log-ins may have ended.
 */
async function logInUntilShown(
  { model, visitor, eventually }: Scene,
  { email, password }: WithPassword<Caller>,
  account: Account,
  shows: (session: Session) => boolean | Promise<boolean>,
): Promise<void> {
  account.isStale = true
  account.mayBeLoggedOut = true
  // From now on a refusal may have another reason, and so other words.
  model.responses = noResponses()
  let inRow = 0
  await eventually(async () => {
    const exchange = await visitor.logIn({ email, password })
    const session = exchange.body
    const isShown = isAccepted(exchange) && session?.accessToken !== undefined && (await shows(session))
    inRow = isShown ? inRow + 1 : 0
    return inRow >= mostProcesses || undefined
  })
}

type ChangingTeam = { owner: WithPassword<Caller>; monitor: Monitor }
export const changesPlan = ({ owner, monitor }: ChangingTeam, plan: 'free' | 'paid') =>
  action(async (scene) => {
    const account = knownOf(scene, owner)
    // Deletes no rows.
    const mayReset = async (token: string) =>
      isAccepted(await owner.withToken(token).resetMonitor(monitor.id, { before: '2001-01-01' }))
    await scene.recordContext.pool.change('team', owner.teamId, { plan })
    recordHook(scene, `set the plan of the team of ${owner.email} to ${plan}`)
    const isPaid = plan === 'paid'
    account.canReset = isPaid ? undefined : false
    account.isUpgraded = isPaid
    await logInUntilShown(scene, owner, account, async ({ accessToken }) => (await mayReset(accessToken)) === isPaid)
  })

/** @param member has logged in: its role is known. */
export const becomesReader = (member: WithPassword<AccountRecord>) =>
  action(async (scene) => {
    const account = knownOf(scene, member)
    const before = account.role?.toLowerCase()
    const { role } = await scene.recordContext.pool.change('account', member.id, { scope: 'read' })
    recordHook(scene, `changed scope of ${member.email}`)
    // The hook has made the member by this word.
    if (before !== roleFields.member.fields.role || `${role}`.toLowerCase() === before)
      throw new InapplicableError('the hook has other words for roles than the target')
    account.canWrite = false
    account.formerRole = account.role
    account.role = undefined
    await logInUntilShown(scene, member, account, ({ user }) => {
      // A hook may know the role by another name; one that is shown by this name has no write scope.
      account.cameWithToken = user.role !== role
      return user.role?.toLowerCase() !== before
    })
  })

export const addsRows = ({ id }: Monitor, ...days: string[]) =>
  action(async (scene) => {
    await scene.recordContext.pool.make('rows', { monitorId: id, days })
    recordHook(scene, `gave ${id} rows for ${days.join(' and ')}`)
    scene.model.monitors[id]?.days?.push(...days)
  })

/** A row before all others, whose reset shows that a monitor belongs to a service. */
export const rowOfLink = '1999-12-31'

/**
 * Links the monitor to the service, and waits until a reset shows it: the document leaves open when.
 * @param added has the row `rowOfLink`.
 */
export const links = ({ id, monitors }: Service, added: Monitor) =>
  action(async (scene) => {
    const { model, caller, eventually, recordContext } = scene
    const ids = [...monitors.map((one) => one.id), added.id]
    await recordContext.pool.change('service', id, { monitorIds: ids })
    recordHook(scene, `linked ${ids.join(' and ')} to the service`)
    await eventually(
      async () => (await caller.resetService(id, { before: '2000-01-01' })).body?.deletedCount || undefined,
    )
    const [service, monitor] = [model.services[id], model.monitors[added.id]]
    if (service) service.monitors = ids
    if (monitor) monitor.days = added.days.filter((day) => day !== rowOfLink)
  })

/** The 30 days of the account have passed. */
export const completesDeletion = (account: Caller) =>
  action(async (scene) => {
    const { visitor, eventually, recordContext } = scene
    const { id, email, password } = account
    // The hook may have made one that is deleted.
    const isOut = async () => !isAccepted(await visitor.logIn({ email, password })) || undefined
    // After many log-ins that were accepted, a target limits their rate: whether it is out is not known.
    const isOutInTime = () =>
      eventually(isOut).catch((error) => {
        if (!(error instanceof RateLimitedError)) throw error
        return true
      })
    if (account.deleted !== true) {
      const { deleted, deletionScheduledAt } = await recordContext.pool.change(
        'account',
        id,
        deletionRequested(overdueDays),
      )
      recordHook(scene, `completed the deletion of ${email}`)
      // A hook that does not say whether it is deleted has run the job, or waited for it, all the same.
      const isDue = parseTime(`${deletionScheduledAt}`) < Date.now()
      assertDeleted(deleted ?? (isDue && !(await isOutInTime()) ? false : undefined))
    }
    knownOf(scene, account).isDeleted = true
    // The target may notice after a moment.
    await isOutInTime()
  })

const shownFields = ['status', 'cause', 'resolvedAt', 'startedAt', 'createdAt', 'title', 'monitorId', 'serviceId']
/** Those that a resolve changes. */
const resolvedFields = ['status', 'cause', 'resolvedAt']
const isSame = (one: Fields, other: Fields, fields = shownFields) =>
  fields.every((field) => `${one[field]}` === `${other[field]}`)

/**
 * The incident as the hook shows it.
 * @throws InapplicableError if the hook changes it when it is asked to show it, or shows another one.
 */
async function readStored({ model, eventually }: Scene, incident: IncidentRecord): Promise<Fields> {
  const { cause, state } = model.incidents[incident.id] ?? {}
  const stored = await eventually(async () => {
    const [one, other] = [await incident.read(), await incident.read()]
    if (!one || !other) throw new InapplicableError('the hook shows no incident')
    const isInState = (`${one.status}`.toLowerCase() === 'resolved') === (state === 'resolved')
    const isMeant = one.id === incident.id && isInState && (cause === undefined || one.cause === cause)
    return isMeant && isSame(one, other) ? one : undefined
  })
  if (!stored) throw new InapplicableError('the hook does not show an incident as the target has it')
  return stored
}

/**
 * No operation shows a resolved incident again, but a hook may: after these steps the incident is as it was before, unless
 * they resolve it.
 * @param cites the requirements that these steps are about.
 * @param basis `documented` if the document says so of these steps.
 */
export const staysStored = (
  incident: IncidentRecord,
  { cites, basis }: { cites: RequirementId[]; basis: 'documented' | 'sound' },
  ...steps: Steps[]
) =>
  action(async (scene) => {
    const { model, expect, eventually } = scene
    const isResolved = () => model.incidents[incident.id]?.state === 'resolved'
    const wasResolved = isResolved()
    const before = await readStored(scene, incident)
    await scene.run(...steps)
    const changed = !wasResolved && isResolved() ? resolvedFields : []
    const fields = shownFields.filter((field) => !changed.includes(field))
    const claim = basis === 'sound' ? expect.sound : expect
    let after: Fields | undefined
    await eventually(async () => {
      after = await incident.read()
      return (after && isSame(after, before, fields)) || undefined
    })
    const observation = `the hook shows no incident ${incident.id}`
    claim(after !== undefined, 'the incident is still stored', { cites, observation }).toHold()
    for (const field of after ? fields : [])
      claim(after?.[field], `the stored ${field}`, { cites, of: incident.id }).toBe(before[field])
  })
