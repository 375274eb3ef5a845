/** Document 5: missing, changed, made-up or other credentials are rejected. */

import type { OperationId } from '@monitoring-service/contract'
import type { Caller } from '../client/callers.ts'
import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import type { Recipe } from '../records/recipe.ts'
import { admin, adminKey, incident, monitor, service, sharedUser, user, writer } from '../records/recipes.ts'
import { leaves, missing, remove, resolve, sends } from './support/calls.ts'
import {
  type CredentialMutation,
  changedTokens,
  keysInOtherCase,
  madeUpTokens,
  respelled,
  withoutCredentials,
  wrongKeys,
} from './support/credential-mutations.ts'
import { given, suite, table } from './support/scenario.ts'
import { by, each, refused } from './support/steps.ts'

const nothing: Recipe<{ id: string }> = { needs: [], make: async () => ({ id: '' }) }

/** The operations of users with an account. */
const subjects: [
  number: string,
  operation: OperationId,
  what: string,
  requirement: string,
  thing: Recipe<{ id: string }>,
  caller: Recipe<Caller>,
][] = [
  ['01', 'resolveIncident', 'Resolving an incident', '4.3e', incident(), writer],
  ['02', 'deleteIncident', 'Deleting an incident', '4.4e', incident(), writer],
  ['03', 'scheduleAccountDeletion', 'Deleting an account', '5c', nothing, user],
  ['04', 'resetServiceStats', "Resetting a service's statistics", '5f', service(), writer],
  ['05', 'resetMonitorStats', "Resetting a monitor's statistics", '5f', monitor(), writer],
]

const lists = (query?: string) => sends('listDeletionRequests', undefined, { query })
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

export const authentication = suite('Authentication', {
  ...table(subjects, ([number, operation, what, requirement, thing, caller]) => ({
    ...table(
      [
        ['a', 'without credentials', [withoutCredentials]],
        ['b', 'with a changed token', changedTokens],
        ['c', 'with a made-up token', madeUpTokens],
      ],
      ([letter, how, mutations]) => ({
        [`AUTH-${number}${letter} ${what} is refused to a caller ${how}, and changes nothing. (${requirement})`]: given(
          { thing, caller },
          ({ thing, caller }) => {
            const { password } = caller
            const call = sends(operation, thing, operation === 'scheduleAccountDeletion' ? { body: { password } } : {})
            return [each(changed(caller, mutations), (other) => by(other, refused('unauthenticated', call))), call]
          },
        ),
      }),
    ),
  })),

  'AUTH-06 A missing incident is refused to a caller without credentials, too. (4.3e, 4.4e)': refused(
    'unauthenticated',
    resolve(missing),
    remove(missing),
  ),

  'AUTH-10 The listing is refused without the admin API key, and with any other. (4.6c, 5e)': given(
    { caller: adminKey },
    ({ caller }) => listsWith(changed(caller, [withoutCredentials, ...wrongKeys, ...keysInOtherCase(caller)])),
  ),

  'AUTH-11 The listing is refused to a user with an access token. (4.6c, 5e)': given(
    { user: sharedUser(), caller: adminKey },
    ({ user }) => listsWith(withTokenAnywhere(user)),
  ),

  'AUTH-12 The listing is refused to users on a paid plan, and to the admin of a team. (4.6c, 5e)': given(
    { user: writer, teamAdmin: admin, caller: adminKey },
    ({ user, teamAdmin }) => listsWith([user, teamAdmin].flatMap(withTokenAnywhere)),
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
    listsWith(changed(caller, respelled(caller))),
  ),
})
