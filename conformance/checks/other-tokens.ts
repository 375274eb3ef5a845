/** Document 5: neither a refresh token nor an expired access token takes the place of an access token. */

import type { Call, Caller, Session } from '../client/callers.ts'
import { randomUlid } from '../client/test-ids.ts'
import { InapplicableError } from '../records/errors.ts'
import { user } from '../records/recipes.ts'
import type { Expect } from '../verdict/expect.ts'
import { logInWithRetry } from './support/log-in-again.ts'
import { code, suite, table } from './support/scenario.ts'
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
async function expectClosed(expect: Expect, caller: Caller, password: string): Promise<void> {
  for (const send of callsOf(caller, password)) {
    const call = send()
    // The document leaves open whether other credentials are accepted; then the calls are refused for another reason.
    await expect.sound(call).refused()
    await expect.profile(call).refused('unauthenticated')
  }
}

export const otherTokens = suite('Authentication', {
  'AUTH-20 A refresh token is not accepted as an access token by any operation. (5c)': code(
    { user },
    async ({ user, visitor, expect }) => {
      const { password } = user
      await expectClosed(expect, user.withToken(user.refreshToken), password)
      await logInWithRetry(visitor, expect, user)
      const { refreshToken, accessToken } = await logInWithRetry(visitor, expect, user)
      await expectClosed(expect, user.withToken(refreshToken), password)
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
})
