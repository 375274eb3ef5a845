/** Changes of the contract that break a client, by docs/compatibility.md. */
import type { Document } from '../../../contract/openapi/document.ts'
import { at, post, schema, shared } from '../lint/at.ts'
import { code, fields, limit, type Row } from './row.ts'

const list = ['paths', '/admin/deletion-requests', 'get']
const remove = ['paths', '/api/v1/incidents/{id}', 'delete']
const monitor = '/api/v1/monitors/{id}/stats'
const signup = '/auth/signup'

export const breaking: Row[] = [
  [
    'a path is renamed',
    'account~1delete',
    (document) => {
      const { '/dashboard/account/delete': item, ...rest } = document.paths
      Object.assign(document, { paths: { ...rest, '/account/delete': item } })
    },
  ],
  [
    'a scenario, which the mock selects by its name, is renamed',
    'resolveIncident\\.alreadyResolved$|examples/(?:alreadyResolved|resolvedBefore)$',
    (document) => {
      const { parameters, responses } = at(document, 'paths', '/api/v1/incidents/{id}/resolve', 'put')
      for (const { examples } of [parameters[0], responses[409].content['application/json']]) {
        examples.resolvedBefore = examples.alreadyResolved
        delete examples.alreadyResolved
      }
    },
  ],
  ['an operation is removed', 'auth~1login', (document) => delete document.paths['/auth/login']],
  ['a field of a response is removed', 'StatsReset', (document) => delete fields(document, 'StatsReset').deletedCount],
  ['a field of a response becomes optional', 'User/required', (document) => schema(document, 'User').required.pop()],
  [
    'a field of a response may be null',
    'User/properties/role',
    (document) => Object.assign(fields(document, 'User').role, { type: ['string', 'null'] }),
  ],
  [
    'a field of a request becomes required',
    'ResolveRequest/required',
    (document) => Object.assign(schema(document, 'ResolveRequest'), { required: ['cause'] }),
  ],
  [
    'a text of a request has a smaller maximum',
    'cause/maxLength',
    (document) => Object.assign(fields(document, 'ResolveRequest').cause, { maxLength: 100 }),
  ],
  [
    'x-max-bytes is smaller',
    'SignupRequest/properties/password/x-max-bytes',
    (document) => Object.assign(fields(document, 'SignupRequest').password, { 'x-max-bytes': 60 }),
  ],
  [
    'x-max-bytes is new',
    'PasswordProof/properties/password/x-max-bytes',
    (document) => Object.assign(fields(document, 'PasswordProof').password, { 'x-max-bytes': 60 }),
  ],
  [
    'a text must be well-formed',
    'LoginRequest/properties/password/x-well-formed',
    (document) => Object.assign(fields(document, 'LoginRequest').password, { 'x-well-formed': true }),
  ],
  [
    'a default is smaller',
    'parameters/1/schema/default',
    (document) => Object.assign(at(document, ...list, 'parameters', 1, 'schema'), { default: 10 }),
  ],
  [
    'a path parameter is renamed',
    'monitors~1{id}~1stats',
    (document) => {
      const { [monitor]: item, ...rest } = document.paths
      Object.assign(document, { paths: { ...rest, '/api/v1/monitors/{monitor}/stats': item } })
      at(item as unknown as Document, 'delete', 'parameters', 0).name = 'monitor'
    },
  ],
  [
    'a function of the SDK is renamed',
    'x-sdk',
    (document) => Object.assign(at(document, ...list), { 'x-sdk': 'admin.list' }),
  ],
  [
    'an operationId is renamed',
    'operationId',
    (document) => Object.assign(at(document, ...remove), { operationId: 'dropIncident' }),
  ],
  [
    'a header of responses becomes optional',
    'headers/Retry-After',
    (document) => Object.assign(at(document, 'components', 'headers', 'Retry-After'), { required: false }),
  ],
  [
    'a header of a response is removed',
    'MethodNotAllowed/headers',
    (document) => delete shared(document, 'MethodNotAllowed').headers.Allow,
  ],
  [
    'the status of a success moves',
    'signup/post/responses/20',
    (document) => {
      const { responses } = post(document, signup)
      responses[200] = responses[201]
      delete responses[201]
    },
  ],
  [
    'an error code is renamed',
    'EmailAlreadyRegistered',
    (document) => Object.assign(code(document, 'EmailAlreadyRegistered'), { const: 'EMAIL_TAKEN' }),
  ],
  ['an error code is removed', 'WrongProof', (document) => code(document, 'WrongProof').enum.pop()],
  [
    'an outcome becomes unknown',
    'Unavailable/',
    (document) => Object.assign(code(document, 'Unavailable')['x-outcome'], { UNAVAILABLE: 'unknown' }),
  ],
  [
    'a scope is asked for',
    'services~1{id}~1stats/delete/security',
    (document) =>
      Object.assign(at(document, 'paths', '/api/v1/services/{id}/stats', 'delete'), {
        security: [{ bearerAuth: ['write'] }],
      }),
  ],
  [
    'a key is sent in another header',
    'adminApiKey',
    (document) => Object.assign(at(document, 'components', 'securitySchemes', 'adminApiKey'), { name: 'X-Key' }),
  ],
  limit('gracePeriodDays', 14),
  limit('accessTokenSeconds', 60),
  limit('bodyBytes', 1024),
  limit('attemptWindowSeconds', 3600),
  limit('accountsPerTeam', 5),
]
