/** Document 5: missing, changed, made-up or other credentials are rejected. */
import { orderOfErrors } from '../assess/conditions.ts'
import type { Call, Caller, Session } from '../client/callers.ts'
import { adminKeyHeader, type Identity, tokenHeader } from '../client/credentials.ts'
import type { Expect } from '../dsl/expect.ts'
import { suite } from '../dsl/suite.ts'
import { InapplicableError } from '../fixtures/provider.ts'
import type { Recipe } from '../fixtures/recipe.ts'
import {
  admin,
  adminKeyHolder,
  freshUser,
  monitor,
  open,
  ownTeam,
  service,
  sharedUser,
  user,
  writer,
} from '../fixtures/recipes.ts'
import {
  changedTokens,
  madeUpTokens,
  mixTokens,
  respelled,
  withoutCredentials,
  wrongKeys,
} from './credential-mutations.ts'
import { expectEachRefused } from './expect-each-refused.ts'
import { logInAgain, logInWithRetry } from './log-in-again.ts'
import { expectDeleted, rowsOf } from './statistics-subjects.ts'
import { randomUlid } from './test-ids.ts'

const nothing: Recipe<{ id: string }> = { needs: [], make: async () => ({ id: 'nothing' }) }

const subjects: [
  number: string,
  what: string,
  requirement: string,
  thing: Recipe<{ id: string }>,
  caller: Recipe<Caller>,
  call: (caller: Caller, id: string) => Call<unknown>,
][] = [
  ['01', 'Resolving an incident', '4.3e', open(), writer(), (caller, id) => caller.resolve(id)],
  ['02', 'Deleting an incident', '4.4e', open(), writer(), (caller, id) => caller.deleteIncident(id)],
  ['03', 'Deleting an account', '5c', nothing, user(), ({ deleteAccount, password }) => deleteAccount({ password })],
  ['04', "Resetting a service's statistics", '5f', service(), writer(), (caller, id) => caller.resetService(id)],
  ['05', "Resetting a monitor's statistics", '5f', monitor(), writer(), (caller, id) => caller.resetMonitor(id)],
]

/** Every operation refuses a credential that is not an access token. The call that would succeed comes last. */
async function expectClosed(
  expect: Expect,
  caller: Caller,
  password: string,
  basis: 'sound' | 'hardening',
): Promise<void> {
  const nowhere = randomUlid()
  const withId = [caller.resolve, caller.deleteIncident, caller.resetService, caller.resetMonitor]
  for (const send of [...withId, () => caller.deleteAccount({ password })]) {
    const call: Call<unknown> = send(nowhere)
    // The document leaves open whether other credentials are accepted; then the calls are refused for another reason.
    await expect[basis](call).refused()
    await expect.profile(call).refused('unauthenticated')
  }
}

export const authentication = suite('Authentication', {}, ({ it }) => {
  for (const [number, what, requirement, thing, caller, call] of subjects) {
    for (const [letter, how, mutations] of [
      ['a', 'without credentials', [withoutCredentials]],
      ['b', 'with a changed token', changedTokens],
      ['c', 'with a made-up token', madeUpTokens],
    ] as const) {
      it(`AUTH-${number}${letter} ${what} is refused to a caller ${how}, and changes nothing. (${requirement})`, {
        thing,
        caller,
      }, async ({ thing, caller, expect }) => {
        const attempts = mutations.map(({ description, apply }) => ({
          name: description,
          send: () => call(apply(caller), thing.id),
        }))
        await expectEachRefused(() => expect, attempts, 'unauthenticated')
        const done = await expect(call(caller, thing.id)).accepted()
        const { deletedCount } = (done ?? {}) as { deletedCount?: number }
        if (deletedCount !== undefined)
          expect(deletedCount, 'deletedCount, of rows that a refused reset left,').toBeAtLeast(1)
      })
    }
  }

  it('AUTH-06 A missing incident is refused to a caller without credentials, too. (4.3e, 4.4e)', async ({
    visitor,
    expect,
  }) => {
    await expect(visitor.resolve('no-such-incident')).refused('unauthenticated')
    await expect(visitor.deleteIncident('no-such-incident')).refused('unauthenticated')
  })

  it('AUTH-10 The listing is refused without the admin API key, and with any other. (4.6c, 5e)', {
    caller: adminKeyHolder(),
  }, async ({ caller, expect }) => {
    const attempts = [withoutCredentials, ...wrongKeys].map(({ description, apply }, index) => ({
      name: description,
      // Another page needs the key, too.
      send: () => apply(caller).listDeletionRequests(index % 2 === 0 ? {} : { page: 2 }),
    }))
    await expectEachRefused(() => expect, attempts, 'invalid admin API key')
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-11 The listing is refused to a user with an access token. (4.6c, 5e)', {
    user: sharedUser(),
    caller: adminKeyHolder(),
  }, async ({ user, caller, expect }) => {
    const { transport, accessToken } = user
    for (const header of [tokenHeader(transport, accessToken), adminKeyHeader(transport, accessToken)]) {
      await expect(user.withCredentialHeaders(header).listDeletionRequests()).refused('invalid admin API key')
    }
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-12 The listing is refused to users on a paid plan, and to the admin of a team. (4.6c, 5e)', {
    user: writer(),
    teamAdmin: admin(),
    caller: adminKeyHolder(),
  }, async ({ user, teamAdmin, caller, expect }) => {
    for (const { transport, accessToken = '', withCredentialHeaders } of [user, teamAdmin]) {
      for (const header of [tokenHeader(transport, accessToken), adminKeyHeader(transport, accessToken)]) {
        await expect(withCredentialHeaders(header).listDeletionRequests()).refused('invalid admin API key')
      }
    }
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-20 A refresh token is not accepted as an access token by any operation. (5c)', {
    user: freshUser(),
  }, async ({ user, visitor, expect }) => {
    const { password } = user
    await expectClosed(expect, user.withToken(user.refreshToken), password, 'sound')
    await logInWithRetry(visitor, expect, user)
    const { refreshToken, accessToken } = await logInWithRetry(visitor, expect, user)
    await expectClosed(expect, user.withToken(refreshToken), password, 'sound')
    await expect(user.withToken(accessToken).deleteAccount({ password })).accepted()
  })

  for (const [id, what, cites, tokenOf] of [
    ['AUTH-23', 'A refresh token', 'sound, 5c, 5f', ({ refreshToken }: Session) => refreshToken],
    [
      'AUTH-24',
      'An access token that has expired',
      '4.3e, 4.4e, 5c, 5f',
      (_: Session, owner: Identity) => owner.expiredAccessToken,
    ],
  ] as const) {
    it(`${id} ${what} does nothing to the account of its user, the incidents and the statistics of the team. (${cites})`, {
      team: ownTeam(),
    }, async ({ team, visitor, expect }) => {
      const { owner, incident, detected, monitor, service } = team
      const { password } = owner
      const session = await logInWithRetry(visitor, expect, owner)
      const token = tokenOf(session, owner)
      if (token === undefined)
        throw new InapplicableError('no fixture has an access token that has expired; a hook can')
      const refused = visitor.withToken(token)
      const attempts = [
        { name: 'resolve', send: () => refused.resolve(detected.id) },
        { name: 'delete incident', send: () => refused.deleteIncident(incident.id) },
        { name: 'reset monitor', send: () => refused.resetMonitor(monitor.id) },
        { name: 'reset service', send: () => refused.resetService(service.id) },
        { name: 'delete account', send: () => refused.deleteAccount({ password }) },
      ]
      // An operation that refuses the token shows that it is not valid.
      const claimOf = (index: number) => (index === 0 ? expect.sound : expect)
      await expectEachRefused(claimOf, attempts, 'unauthenticated')
      const caller = owner.withToken(session.accessToken)
      await expect.sound(caller.resolve(detected.id)).accepted()
      await expect.sound(caller.deleteIncident(incident.id)).accepted()
      await expectDeleted(caller.resetMonitor(monitor.id), expect.sound, monitor.days.length)
      await expectDeleted(caller.resetService(service.id), expect.sound, rowsOf(service))
      await expect.sound(caller.deleteAccount({ password })).accepted()
    })
  }

  it('AUTH-21 The admin API key is not accepted as an access token. (5c)', {
    user: user(),
    holder: adminKeyHolder(),
  }, async ({ user, holder, expect }) => {
    const { password, transport } = user
    for (const header of [tokenHeader(transport, holder.adminKey), adminKeyHeader(transport, holder.adminKey)]) {
      await expectClosed(expect, user.withCredentialHeaders(header), password, 'hardening')
    }
    await expect(user.deleteAccount({ password })).accepted()
  })

  it('AUTH-22 An access token authenticates its own user, and no other. (5a, 5c)', {
    one: user(),
    other: freshUser(),
  }, async ({ visitor, one, other, expect }) => {
    await expect(one.deleteAccount({ password: other.password })).refused('wrong password')
    const { password } = other
    for (const mixed of [
      mixTokens(one.accessToken, other.accessToken),
      mixTokens(other.accessToken, one.accessToken),
    ]) {
      if (mixed) await expect(other.withToken(mixed).deleteAccount({ password })).refused('unauthenticated')
    }
    const again = await logInAgain(visitor, expect, one)
    await expect(again.deleteAccount({ password: one.password })).accepted()
    await expect(other.deleteAccount({ password: other.password })).accepted()
  })

  it('AUTH-40 A token travels as Authorization: Bearer, verbatim, and in no other way. (profile, 5c)', {
    user: user(),
  }, async ({ user, expect }) => {
    const { accessToken, password } = user
    const inCapitals = `Bearer ${accessToken.toUpperCase()}`
    for (const value of [accessToken, `Basic ${accessToken}`, `Bearer${accessToken}`, inCapitals]) {
      await expect(user.withCredentialHeaders({ authorization: value }).deleteAccount({ password })).refused(
        'unauthenticated',
      )
    }
    const query = `access_token=${encodeURIComponent(accessToken)}`
    const inQuery = user.withCredentialHeaders({}).send('scheduleAccountDeletion', { query, body: { password } })
    // The token is missing, or the parameter unknown: either is a reason.
    await expect(inQuery).refused()
    await expect(
      user.withCredentialHeaders({ authorization: `bearer ${accessToken}` }).deleteAccount({ password }),
    ).accepted()
  })

  it('AUTH-42 The admin API key is compared verbatim. (profile, 4.6c)', {
    caller: adminKeyHolder(),
  }, async ({ caller, expect }) => {
    const attempts = respelled(caller).map(({ description, apply }) => ({
      name: description,
      send: () => apply(caller).listDeletionRequests(),
    }))
    await expectEachRefused(() => expect, attempts, 'invalid admin API key')
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-41 The caller is authenticated before the request is validated. (profile, 5c, 5e)', async ({
    visitor,
    expect,
  }) => {
    await expect(visitor.deleteAccount({ nonsense: true })).refused('unauthenticated', orderOfErrors)
    await expect(visitor.resolve('unknown', { cause: 7 })).refused('unauthenticated', orderOfErrors)
    await expect(visitor.resetMonitor('unknown', 'before=nonsense')).refused('unauthenticated', orderOfErrors)
    await expect(visitor.listDeletionRequests('page=nonsense')).refused('invalid admin API key', orderOfErrors)
  })
})

/** Runs alone, so that no other check is the last caller of the target. */
export const lastCallers = suite(
  'Authentication',
  {},
  ({ it }) => {
    it('AUTH-07 A request with no credentials or empty ones is refused on the connection of an authenticated caller. (4.3e, 4.6c, 5e)', {
      one: open(),
      other: open(),
      caller: writer(),
      holder: adminKeyHolder(),
    }, async ({ visitor, one, other, caller, holder, expect, together }) => {
      const { transport } = caller
      const emptyToken = caller.withCredentialHeaders(tokenHeader(transport, ''), { description: 'empty' })
      const emptyKey = holder.withCredentialHeaders(adminKeyHeader(transport, ''), { description: 'empty' })
      for (const [authenticated, anonymous, condition] of [
        [
          () => caller.resolve(one.id),
          [() => visitor.resolve(other.id), () => emptyToken.resolve(other.id)],
          'unauthenticated',
        ],
        [
          holder.listDeletionRequests,
          [visitor.listDeletionRequests, emptyKey.listDeletionRequests],
          'invalid admin API key',
        ],
      ] as const) {
        for (const call of await together<unknown>(() => authenticated(), 1)) await expect(call).accepted()
        for (const refused of anonymous) {
          for (const call of await together<unknown>(() => refused(), 1)) await expect(call).refused(condition)
        }
      }
      await expect(caller.resolve(other.id)).accepted()
    })
  },
  true,
)
