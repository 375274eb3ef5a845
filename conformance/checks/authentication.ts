/** Document 5: missing, changed, made-up or other credentials are rejected. */

import type { Call, Caller } from '../client/callers.ts'
import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import type { Recipe } from '../records/recipe.ts'
import { admin, adminKey, incident, monitor, service, sharedUser, user, writer } from '../records/recipes.ts'
import { orderOfErrors } from '../verdict/conditions.ts'
import {
  changedTokens,
  keysInOtherCase,
  madeUpTokens,
  respelled,
  withoutCredentials,
  wrongKeys,
} from './support/credential-mutations.ts'
import { expectEachRefused } from './support/expect-each-refused.ts'
import { suite } from './support/suite.ts'

const nothing: Recipe<{ id: string }> = { needs: [], make: async () => ({ id: 'nothing' }) }

const subjects: [
  number: string,
  what: string,
  requirement: string,
  thing: Recipe<{ id: string }>,
  caller: Recipe<Caller>,
  call: (caller: Caller, id: string) => Call<unknown>,
][] = [
  ['01', 'Resolving an incident', '4.3e', incident(), writer, (caller, id) => caller.resolve(id)],
  ['02', 'Deleting an incident', '4.4e', incident(), writer, (caller, id) => caller.deleteIncident(id)],
  ['03', 'Deleting an account', '5c', nothing, user, ({ deleteAccount, password }) => deleteAccount({ password })],
  ['04', "Resetting a service's statistics", '5f', service(), writer, (caller, id) => caller.resetService(id)],
  ['05', "Resetting a monitor's statistics", '5f', monitor(), writer, (caller, id) => caller.resetMonitor(id)],
]

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
    caller: adminKey,
  }, async ({ caller, expect }) => {
    const attempts = [withoutCredentials, ...wrongKeys, ...keysInOtherCase(caller)].map(
      ({ description, apply }, index) => ({
        name: description,
        // Another page needs the key, too.
        send: () => apply(caller).listDeletionRequests(index % 2 === 0 ? {} : { page: 2 }),
      }),
    )
    await expectEachRefused(() => expect, attempts, 'invalid admin API key')
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-11 The listing is refused to a user with an access token. (4.6c, 5e)', {
    user: sharedUser(),
    caller: adminKey,
  }, async ({ user, caller, expect }) => {
    const { transport, accessToken } = user
    for (const header of [tokenHeader(transport, accessToken), adminKeyHeader(transport, accessToken)]) {
      await expect(user.withCredentialHeaders(header).listDeletionRequests()).refused('invalid admin API key')
    }
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-12 The listing is refused to users on a paid plan, and to the admin of a team. (4.6c, 5e)', {
    user: writer,
    teamAdmin: admin,
    caller: adminKey,
  }, async ({ user, teamAdmin, caller, expect }) => {
    for (const { transport, accessToken = '', withCredentialHeaders } of [user, teamAdmin]) {
      for (const header of [tokenHeader(transport, accessToken), adminKeyHeader(transport, accessToken)]) {
        await expect(withCredentialHeaders(header).listDeletionRequests()).refused('invalid admin API key')
      }
    }
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-40 A token travels as Authorization: Bearer, verbatim, and in no other way. (profile, 5c)', {
    user: user,
  }, async ({ user, expect }) => {
    const { accessToken, password } = user
    const inCapitals = `Bearer ${accessToken.toUpperCase()}`
    for (const [value, description] of [
      [accessToken, 'without Bearer'],
      [`Basic ${accessToken}`, 'after Basic'],
      [`Bearer${accessToken}`, 'after Bearer without a space'],
      [inCapitals, 'in capital letters'],
    ] as const) {
      const caller = user.withCredentialHeaders({ authorization: value }, { of: accessToken, description })
      await expect(caller.deleteAccount({ password })).refused('unauthenticated')
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
    caller: adminKey,
  }, async ({ caller, expect }) => {
    const attempts = respelled(caller).map(({ description, apply }) => ({
      name: description,
      send: () => apply(caller).listDeletionRequests(),
    }))
    await expectEachRefused(() => expect, attempts, 'invalid admin API key')
    await expect(caller.listDeletionRequests()).accepted()
  })

  it('AUTH-41 The caller is authenticated before the request is validated, but after its JSON is read. (profile, 5c, 5e)', async ({
    visitor,
    expect,
  }) => {
    await expect(visitor.deleteAccount({ nonsense: true })).refused('unauthenticated', orderOfErrors)
    await expect(visitor.send('scheduleAccountDeletion', { text: '{' })).refused('invalid body', orderOfErrors)
    await expect(visitor.resolve('unknown', { cause: 7 })).refused('unauthenticated', orderOfErrors)
    await expect(visitor.resetMonitor('unknown', 'before=nonsense')).refused('unauthenticated', orderOfErrors)
    await expect(visitor.listDeletionRequests('page=nonsense')).refused('invalid admin API key', orderOfErrors)
  })
})
