/** Document 7: the shape of every error, and requests for none of the eight operations. */

import { limits, type OperationId, operations } from '@monitoring-service/contract'
import type { Caller, RequestDetails } from '../client/callers.ts'
import { randomUlid } from '../client/test-ids.ts'
import { incident, newCredentials, user, writer } from '../records/recipes.ts'
import { orderOfErrors } from '../verdict/conditions.ts'
import { leaves, lists, logsIn, missing, resetsMonitor, resolve, sends, signsUp } from './support/calls.ts'
import { otherPassword } from './support/named-records.ts'
import { code, given, suite } from './support/scenario.ts'
import { by, each, refused } from './support/steps.ts'

const all = Object.keys(operations) as OperationId[]
const withId = all.filter((id) => operations[id].path.includes('{id}'))
const withBody = all.filter((id) => operations[id].body)

/** Almost JSON. */
const malformed = [
  ...['{"cut', '{"cut": }', "{'single': 'quotes'}", '{"comma": 1,}', '{}{}', '// none\n{}', 'undefined'],
  ...['{"bad": "\u0001"}', '{"big": 01}'],
]

/** By one who may: openapi.yaml does not say whether the caller or the body is refused first. */
const send = (operation: OperationId, details: RequestDetails) =>
  operation === 'resolveIncident'
    ? by('writer', sends(operation, 'incident', details))
    : by('alone', sends(operation, undefined, details))

/** Other types of a body than JSON in UTF-8. */
const otherTypes: RequestDetails[] = [
  { contentType: 'text/plain' },
  { contentType: 'application/x-www-form-urlencoded' },
  { contentType: 'application/json; charset=latin1' },
  ...['gzip', 'deflate', 'br'].map((encoding) => ({ headers: { 'content-encoding': encoding } })),
]

const sameId = { 'x-request-id': randomUlid() }

export const errors = suite('Errors', {
  'ERROR-01 A validation failure, an authentication failure and a wrong password have the shape of an error. (7a, 7c, 7d)':
    given({ user, other: newCredentials }, ({ user, other: { email, password } }) => [
      refused('invalid body', signsUp({})),
      refused('authentication failure', logsIn({ email, password })),
      refused('unauthenticated', sends('scheduleAccountDeletion', undefined, { body: { password } })),
      refused('wrong password', leaves(user, { password })),
      refused('invalid admin API key', lists()),
      // Each has two reasons; the document leaves open which comes first.
      refused(
        undefined,
        lists('page=nonsense'),
        sends('scheduleAccountDeletion', undefined, { body: { nonsense: true } }),
        sends('scheduleAccountDeletion', undefined, { text: '{' }),
        resolve(missing, { cause: 7 }),
        resetsMonitor(missing, 'nonsense'),
        by(user, resolve(missing, { cause: 7 })),
      ),
    ]),

  'ERROR-02 A path with an invalid or incomplete escape is refused. (4.3f, 4.4f, 4.7f, 4.8f)': code(
    { incident: incident(), caller: writer },
    async ({ incident, caller, expect }) => {
      for (const id of withId) {
        for (const odd of ['%zz', '%', '%c3']) {
          const path = operations[id].path.replace('{id}', odd)
          await expect(caller.send(id, { path })).refused('malformed path')
        }
      }
      await expect(caller.resolve(incident.id)).accepted()
    },
  ),

  'ERROR-40 A path of no operation is not found. (profile, 7a, 9b)': code({}, async ({ visitor, expect }) => {
    for (const path of [
      ...['/api/v1/incidents', '/auth/signup/', '/AUTH/SIGNUP', '/api/v2/monitors/1/stats', '/api/v1/auth/signup'],
      ...['/api/v1/dashboard/account/delete', '/api/v1/admin/deletion-requests'],
    ])
      await expect(visitor.send('signup', { path, body: {} })).refused('unknown path')
    const large = { path: '/nowhere', text: ' '.repeat(limits.bodyBytes + 1) }
    await expect(visitor.send('signup', large)).refused('unknown path', orderOfErrors)
  }),

  'ERROR-41 An unsupported method is refused, with the supported ones in Allow. (profile, 7a)': code(
    {},
    async ({ visitor, expect }) => {
      for (const id of all) {
        const own = operations[id].method
        for (const method of ['PATCH', 'POST', 'GET', 'DELETE', 'PUT'].filter((method) => method !== own)) {
          const call = visitor.send(id, { id: 'x', method })
          await expect(call).refused('unknown method')
          const allowed = (await call).response.headers.allow?.split(/\s*,\s*/)
          const others = allowed?.filter((name) => name !== 'HEAD' && name !== 'OPTIONS')
          expect(others, 'Allow').toBe([own])
        }
      }
    },
  ),

  'ERROR-42 Bodies are well-formed JSON in UTF-8, and not compressed. (profile, 0a, 7b)': [
    each(withBody, (id, index) =>
      malformed.slice(0, index === 0 ? undefined : 3).map((text) => refused('invalid body', send(id, { text }))),
    ),
    each(otherTypes, (details) =>
      withBody.map((id) => refused('other media type', send(id, { text: '{}', ...details }))),
    ),
    refused('other media type', send('login', { text: '{}', contentType: 'application/json-seq' })),
    refused('other media type', sends('resolveIncident', 'incident', { text: '{}', contentType: 'text/plain' })),
    each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'], (contentType) =>
      refused('invalid body', send('scheduleAccountDeletion', { text: '{}', contentType })),
    ),
  ],

  'ERROR-17 A body of more than 64 KiB is refused like others, and no smaller one for its size. (7a)': code(
    { credentials: newCredentials },
    async ({ visitor, credentials, expect }) => {
      const padded = (operation: OperationId, size: number, headers = {}) =>
        visitor.send(operation, { text: JSON.stringify(credentials).padEnd(size), headers })
      await expect(padded('login', limits.bodyBytes + 1)).refused()
      for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
        await expect.profile(padded('signup', limits.bodyBytes + 1, headers)).refused('body too large')
      await expect.profile(padded('signup', limits.bodyBytes)).accepted()
    },
  ),

  'ERROR-44 A well-formed request id is returned with every response, any other is replaced. (profile, 7a)': given(
    { user },
    ({ user, user: { email, password } }) =>
      each(['kit-42.a_0', '7'.repeat(128), 'no spaces, please', 'x'.repeat(129)], (id) => {
        const headers = { 'x-request-id': id }
        return [
          sends('login', undefined, { headers, body: { email, password } }),
          refused('invalid body', sends('login', undefined, { headers, body: {} })),
          refused('unauthenticated', sends('resolveIncident', missing, { headers })),
          refused('invalid admin API key', sends('listDeletionRequests', undefined, { headers })),
          refused('e-mail already registered', sends('signup', undefined, { headers, body: { email, password } })),
          refused(undefined, sends('login', undefined, { headers, path: '/nowhere' })),
          refused(undefined, sends('login', undefined, { headers, method: 'PATCH' })),
          by(user, refused('incident not found', sends('deleteIncident', missing, { headers }))),
          by(
            user,
            refused(
              'wrong password',
              sends('scheduleAccountDeletion', undefined, { headers, body: { password: otherPassword } }),
            ),
          ),
        ]
      }),
  ),

  'ERROR-18 Requests with one X-Request-Id are answered each for itself. (4.1a, 4.2a, 4.3a)': given(
    { one: user, two: user, first: incident(), second: incident(), caller: writer },
    ({ one, two, first, second }) => [
      each([one, two, one, two], ({ email, password }) =>
        sends('login', undefined, { body: { email, password }, headers: sameId }),
      ),
      each([first, second], (incident) => sends('resolveIncident', incident, { headers: sameId })),
    ],
  ),

  'ERROR-46 Unknown parameters are refused. (profile, 4.1e, 4.2b, 4.3d, 4.5e)': given(
    { credentials: newCredentials, incident: incident(), user, owner: writer },
    ({ credentials, incident, user, owner }) => {
      const { email, password } = user
      const query = 'verbose=true'
      const refusedBy = (caller: Caller, operation: OperationId, body: object) =>
        refused('invalid query', by(caller, sends(operation, incident, { query, body })))
      return [
        refusedBy(user, 'signup', credentials),
        refusedBy(user, 'login', { email, password }),
        refusedBy(owner, 'resolveIncident', {}),
        refusedBy(user, 'scheduleAccountDeletion', { password }),
        by(owner, resolve(incident)),
      ]
    },
  ),
})
