/** Teams for one check: an owner who signed up or comes from the hook, with colleagues and objects. */

import { withPassword } from '../../records/accounts.ts'
import { InapplicableError, ifAvailable } from '../../records/errors.ts'
import type { Fields } from '../../records/kinds.ts'
import { type Builder, recipe } from '../../records/recipe.ts'
import { threeDays } from '../../records/recipes.ts'

/** Owns a team, as the hook says; else it has signed up, which only implies that. */
export const makeOwner = async ({ signUp, account }: Builder) => {
  const made = await ifAvailable(
    account('stranger', { team: {}, fields: { owner: true } }).then((one) => withPassword(one)),
  )
  return made ?? signUp()
}

/** Owns the team, which members have joined one after the other, each with these fields. */
export const ownerWith = (...members: Fields[]) =>
  recipe(['sign-up'], async (builder) => {
    const { account } = builder
    const owner = await makeOwner(builder)
    const joined = []
    for (const fields of members) joined.push(await account('member', { of: owner, fields }))
    return { owner, members: joined }
  })

export const ownerWithColleague = recipe(['sign-up'], async (builder) => {
  const owner = await makeOwner(builder)
  return { owner, colleague: withPassword(await builder.account('member', { of: owner })) }
})

/** Like the writer, alone in another team, on the highest plan, with an expired token beside the valid one, and objects of each kind. */
export const teamOfOwn = recipe(['writer'], async ({ account, incident, monitor, service, pool }) => {
  const owner = withPassword(
    (await ifAvailable(account('writer', { team: { plan: 'highest' } }))) ?? (await account('writer', { team: {} })),
  )
  const token = await ifAvailable(pool.make('token', { accountId: owner.id, expired: true }))
  // A target whose users have one session may have ended the one before.
  const session = token && (await owner.logIn({ email: owner.email, password: owner.password })).body
  const newToken = session?.accessToken
  return {
    owner: newToken ? { ...owner, ...owner.withToken(newToken), hasLoggedIn: true as const } : owner,
    expiredToken: token?.accessToken as string | undefined,
    incident: await incident(owner),
    detected: await incident(owner, { type: 'auto' }),
    monitor: await monitor(owner, threeDays),
    service: await service(owner, [threeDays]),
  }
})

/** Alone in a team on the free plan, which a hook can change, with a monitor and a service of four days. */
export const teamOfChangingPlan = recipe(['freeCaller'], async ({ account, monitor, service, pool }) => {
  const owner = withPassword(await account('freeCaller', { team: {} }))
  for (const plan of ['paid', 'free']) await pool.change('team', owner.teamId, { plan })
  const days = [...threeDays, '2024-03-01']
  // A hook may have made others in its team.
  return {
    owner: { ...owner, mayOwn: true },
    monitor: await monitor(owner, days),
    service: await service(owner, [days]),
  }
})

/** The free caller, a reader of its team if there is one, and open incidents of the team. */
export const freeTeam = recipe(['freeCaller'], async ({ shared, account, incident }) => {
  const caller = await shared('freeCaller')
  const reader = await ifAvailable(account('reader', { of: caller }))
  return {
    caller,
    reader,
    incident: await incident(caller),
    other: await incident(caller),
    detected: await incident(caller, { type: 'auto' }),
  }
})

/** A monitor that is linked to two services, with an open incident displayed on each, one of each type. */
export const sharedMonitor = recipe(['writer'], async ({ shared, incident, service }) => {
  const of = await shared('writer')
  const one = await service(of, [threeDays])
  const [monitor] = one.monitors
  if (!monitor) throw new InapplicableError('a service without its monitor')
  const other = await service(of, [threeDays], [monitor])
  const on = { monitorId: monitor.id }
  const incidents = [
    await incident(of, { ...on, serviceId: one.id }),
    await incident(of, { ...on, serviceId: other.id, type: 'auto' }),
  ]
  return { monitor, services: [one, other] as const, incidents }
})
