/** Document 5: no refresh token, expired token, admin key or token of another user takes the place of an access token. */

import type { Call, Caller, Session } from '../client/callers.ts'
import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import { randomUlid } from '../client/test-ids.ts'
import { InapplicableError } from '../records/errors.ts'
import { adminKey, freshUser, user } from '../records/recipes.ts'
import type { Expect } from '../verdict/expect.ts'
import { leaves, logsIn } from './support/calls.ts'
import { mixTokens } from './support/credential-mutations.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { code, given, suite, table } from './support/scenario.ts'
import { each, refused } from './support/steps.ts'
import { ownTeam } from './support/teams.ts'

const nowhere = { id: randomUlid() }
type Things = Record<'detected' | 'incident' | 'monitor' | 'service', { id: string }>
/** The calls that need an access token; that of the account comes last. */
const callsOf = (caller: Caller, password: string, things?: Things): (() => Call<unknown>)[] => {
  const { detected, incident, monitor, service } = things ?? {}
  return [
    () => caller.resolve((detected ?? nowhere).id),
    () => caller.deleteIncident((incident ?? nowhere).id),
    () => caller.resetMonitor((monitor ?? nowhere).id),
    () => caller.resetService((service ?? nowhere).id),
    () => caller.deleteAccount({ password }),
  ]
}

/** Every operation refuses a credential that is not an access token. */
async function expectClosed(expect: Expect, caller: Caller, password: string, basis: 'sound' | 'hardening') {
  for (const send of callsOf(caller, password)) {
    const call = send()
    // The document leaves open whether other credentials are accepted; then the calls are refused for another reason.
    await expect[basis](call).refused()
    await expect.profile(call).refused('unauthenticated')
  }
}

export const otherTokens = suite('Authentication', {
  'AUTH-20 A refresh token is not accepted as an access token by any operation. (5c)': code(
    { user: freshUser() },
    async ({ user, visitor, expect }) => {
      const { password } = user
      await expectClosed(expect, user.withToken(user.refreshToken), password, 'sound')
      await logInWithRetry(visitor, expect, user)
      const { refreshToken, accessToken } = await logInWithRetry(visitor, expect, user)
      await expectClosed(expect, user.withToken(refreshToken), password, 'sound')
      await expect(user.withToken(accessToken).deleteAccount({ password })).accepted()
    },
  ),

  ...table(
    [
      ['AUTH-23', 'A refresh token', 'sound, 5c, 5f', ({ refreshToken }: Session) => refreshToken],
      ['AUTH-24', 'An access token that has expired', '4.3e, 4.4e, 5c, 5f', (_: Session, old?: string) => old],
    ],
    ([id, what, cites, tokenOf]) => ({
      [`${id} ${what} does nothing to the account of its user, the incidents and the statistics of the team. (${cites})`]:
        code({ team: ownTeam }, async ({ team, team: { owner, expiredToken }, visitor, expect }) => {
          const session = await logInWithRetry(visitor, expect, owner)
          const token = tokenOf(session, expiredToken)
          if (token === undefined)
            throw new InapplicableError('no list has an access token that has expired; a hook can')
          for (const [index, call] of callsOf(visitor.withToken(token), owner.password, team).entries()) {
            // An operation that refuses the token shows that it is not valid.
            await (index === 0 ? expect.sound : expect)(call()).refused('unauthenticated')
          }
          for (const call of callsOf(owner.withToken(session.accessToken), owner.password, team)) await call()
        }),
    }),
  ),

  'AUTH-21 The admin API key is not accepted as an access token. (5c)': code(
    { user, holder: adminKey },
    async ({ user, holder, expect }) => {
      const { password, transport } = user
      for (const header of [tokenHeader, adminKeyHeader])
        await expectClosed(
          expect,
          user.withCredentialHeaders(header(transport, holder.adminKey)),
          password,
          'hardening',
        )
      await expect(user.deleteAccount({ password })).accepted()
    },
  ),

  'AUTH-22 An access token authenticates its own user, and no other. (5a, 5c)': given(
    { one: user, other: freshUser() },
    ({ one, other }) => [
      refused('wrong password', leaves(one, { password: other.password })),
      each([mixTokens(one.accessToken, other.accessToken), mixTokens(other.accessToken, one.accessToken)], (mixed) => {
        if (mixed === undefined) return []
        const header = tokenHeader(other.transport, mixed)
        const wrong = { of: mixed, description: 'with the signature of another one' }
        return refused('unauthenticated', leaves(other.withCredentialHeaders(header, wrong)))
      }),
      [logsIn(one), leaves(one), leaves(other)],
    ],
  ),
})
