/** Document 5: missing, changed, made-up, expired or other credentials are rejected. */

import type { OperationId } from '@monitoring-service/contract'
import type { Caller, Session } from '../client/callers.ts'
import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import type { RecordsOf } from '../records/create-records.ts'
import { InapplicableError } from '../records/errors.ts'
import { optional, type Recipe } from '../records/recipe.ts'
import { admin, adminKey, incident, monitor, service, sharedUser, user, writer } from '../records/recipes.ts'
import {
  leaves,
  lists,
  logsIn,
  missing,
  remove,
  resetsMonitor,
  resetsService,
  resolve,
  sends,
} from './support/calls.ts'
import {
  type CredentialMutation,
  changedTokens,
  isHexadecimal,
  keysInOtherCase,
  longerKey,
  madeUpTokens,
  withoutCredentials,
  wrongKeys,
} from './support/credential-mutations.ts'
import { code, given, suite, suiteAlone } from './support/scenario.ts'
import { by, each, onOneConnection, refused, type Steps } from './support/steps.ts'
import { teamOfOwn } from './support/teams.ts'

const nothing: Recipe<{ id: string }> = { needs: [], make: async () => ({ id: '' }) }

/** An operation of users with an account: refused without the right token, and then accepted with it. */
const needsToken = (operation: OperationId, thing: Recipe<{ id: string }>, caller: Recipe<Caller> = writer) =>
  given({ thing, caller }, ({ thing, caller }) => {
    const details = operation === 'scheduleAccountDeletion' ? { body: { password: caller.password } } : {}
    const anonymous = withoutCredentials.apply(caller)
    return [
      each([anonymous, ...changed(caller, [...changedTokens, ...madeUpTokens])], (other) =>
        by(other, refused('unauthenticated', sends(operation, thing, details))),
      ),
      by(anonymous, refused('unauthenticated', sends(operation, missing, details))),
      sends(operation, thing, details),
    ]
  })

/** By callers with other keys, another page too; then with the right key. */
const listsWith = (others: readonly Caller[]) => [
  each(others, (other, index) =>
    by(other, refused('invalid admin API key', lists(index % 2 === 0 ? undefined : 'page=2'))),
  ),
  lists(),
]
const changed = (caller: Caller, mutations: readonly CredentialMutation[]) =>
  mutations.map(({ apply }) => apply(caller))
/** With the access token in the place of a token, and in that of a key. */
const withTokenAnywhere = ({ transport, accessToken = '', withCredentialHeaders }: Caller) =>
  [tokenHeader, adminKeyHeader].map((header) => withCredentialHeaders(header(transport, accessToken)))

type Objects = Record<'detected' | 'incident' | 'monitor' | 'service', { id: string }>
const nowhere: Objects = { detected: missing, incident: missing, monitor: missing, service: missing }

/** Calls that need an access token; the deletion of the account comes last. */
const allBy = (caller: Caller, { detected, incident, monitor, service }: Objects, password?: string): Steps[] => [
  by(caller, resolve(detected), remove(incident), resetsMonitor(monitor), resetsService(service)),
  leaves(caller, { password }),
]

type Team = RecordsOf<{ team: typeof teamOfOwn }>['team']
/** What the right token does then is accepted. */
const doesNothing = (what: string, tokenOf: (session: Session, team: Team) => string | undefined) =>
  code({ team: teamOfOwn }, async ({ team, team: { owner }, visitor, expect, run }) => {
    const { password } = owner
    const session = (await run(logsIn(owner)))?.body as Session
    const token = tokenOf(session, team)
    if (token === undefined)
      throw new InapplicableError('no list has an expired access token; a hook makes one, and returns its accountId')
    // Not as the owner, who sends the newest token.
    const other = visitor.withCredentialHeaders(tokenHeader(visitor.transport, token), { description: what })
    // An operation that refuses the token shows that it is not valid.
    await expect.sound(other.resolve(team.detected.id)).refused('unauthenticated')
    await run(refused('unauthenticated', allBy(other, team, password)), allBy(owner, team, password))
  })

export const authentication = suite('Authentication', {
  'AUTH-01 Resolving an incident is refused to a caller without a token, with a changed or a made-up one, and changes nothing. (4.3e)':
    needsToken('resolveIncident', incident()),

  'AUTH-02 Deleting an incident is refused to a caller without a token, with a changed or a made-up one, and changes nothing. (4.4e)':
    needsToken('deleteIncident', incident()),

  'AUTH-03 Deleting an account is refused to a caller without a token, with a changed or a made-up one, and changes nothing. (5c)':
    needsToken('scheduleAccountDeletion', nothing, user),

  "AUTH-04 Resetting a service's statistics is refused to a caller without a token, with a changed or a made-up one, and changes nothing. (5f)":
    needsToken('resetServiceStats', service()),

  "AUTH-05 Resetting a monitor's statistics is refused to a caller without a token, with a changed or a made-up one, and changes nothing. (5f)":
    needsToken('resetMonitorStats', monitor()),

  'AUTH-10 The listing is refused without the admin API key, and with any other. (4.6c, 5e)': given(
    { caller: adminKey },
    ({ caller }) =>
      listsWith(
        changed(caller, [withoutCredentials, ...wrongKeys, ...(isHexadecimal(caller) ? [] : keysInOtherCase(caller))]),
      ),
  ),

  'AUTH-11 The listing is refused to a user with an access token, on a paid plan and as the admin of a team, too. (4.6c, 5e)':
    given(
      { user: sharedUser, payer: optional(writer), teamAdmin: optional(admin), caller: adminKey },
      ({ user, payer, teamAdmin }) =>
        listsWith([user, payer, teamAdmin].flatMap((one) => (one ? withTokenAnywhere(one) : []))),
    ),

  'AUTH-40 A token travels as Authorization: Bearer, verbatim, and in no other way. (profile, 5c)': given(
    { user },
    ({ user }) => {
      const { accessToken, password, withCredentialHeaders } = user
      const query = `access_token=${encodeURIComponent(accessToken)}`
      const others = Object.entries({
        'without Bearer': accessToken,
        'after Basic': `Basic ${accessToken}`,
        'after Bearer without a space': `Bearer${accessToken}`,
        'in capital letters': `Bearer ${accessToken.toUpperCase()}`,
      })
      return [
        each(others, ([description, authorization]) =>
          refused(
            'unauthenticated',
            leaves(withCredentialHeaders({ authorization }, { of: accessToken, description })),
          ),
        ),
        refused(undefined, sends('scheduleAccountDeletion', undefined, { query, body: { password } })),
        leaves(withCredentialHeaders({ authorization: `bearer ${accessToken}` })),
      ]
    },
  ),

  'AUTH-42 The admin API key is compared verbatim. (profile, 4.6c)': given({ caller: adminKey }, ({ caller }) =>
    listsWith(changed(caller, [longerKey, ...(isHexadecimal(caller) ? keysInOtherCase(caller) : [])])),
  ),

  'AUTH-20 A refresh token is not accepted as an access token by any operation. (sound, 5c)': given(
    { user },
    ({ user }) => {
      const { transport, refreshToken, password, withCredentialHeaders } = user
      const other = withCredentialHeaders(tokenHeader(transport, refreshToken), { description: 'a refresh token' })
      return [refused('unauthenticated', allBy(other, nowhere, password)), leaves(user)]
    },
  ),

  'AUTH-23 A refresh token does nothing to the account of its user, the incidents and the statistics of the team. (sound, 5c, 5f)':
    doesNothing('A refresh token', ({ refreshToken }) => refreshToken),

  'AUTH-24 An access token that has expired does nothing to the account of its user, the incidents and the statistics of the team. (4.3e, 4.4e, 5c, 5f)':
    doesNothing('An access token that has expired', (_, { expiredToken }) => expiredToken),
})

/** Runs alone, so that no other check is the last caller of the target. */
export const lastCallers = suiteAlone('Authentication', {
  'AUTH-07 A request with no credentials or empty ones is refused on the connection of an authenticated caller. (4.3e, 4.6c, 5e)':
    given({ one: incident(), other: incident(), owner: writer, holder: adminKey }, ({ one, other, owner, holder }) => {
      const { transport } = owner
      const emptyToken = owner.withCredentialHeaders(tokenHeader(transport, ''), { description: 'empty' })
      const emptyKey = holder.withCredentialHeaders(adminKeyHeader(transport, ''), { description: 'empty' })
      return [
        onOneConnection([
          by(owner, resolve(one)),
          refused('unauthenticated', resolve(other), by(emptyToken, resolve(other))),
          by(holder, lists()),
          refused('invalid admin API key', lists(), by(emptyKey, lists())),
        ]),
        by(owner, resolve(other)),
      ]
    }),
})
