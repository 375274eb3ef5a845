/** Changes of the contract that no client notices that follows docs/compatibility.md. */
import { at, error, examples, post, schema, shared } from '../lint/at.ts'
import { code, fields, limit, type Row } from './row.ts'

const list = ['paths', '/admin/deletion-requests', 'get']
const resolve = ['paths', '/api/v1/incidents/{id}/resolve', 'put']
const signup = '/auth/signup'

export const additions: Row[] = [
  [
    'an operation is added',
    'deletion-requests/delete',
    (document) =>
      Object.assign(at(document, 'paths', '/admin/deletion-requests'), {
        delete: { operationId: 'forget', responses: { 204: { description: 'Done.' } } },
      }),
  ],
  [
    'a field is added to a response',
    'Incident/properties/madeUpForThisTest',
    (document) => Object.assign(fields(document, 'Incident'), { madeUpForThisTest: { type: 'string' } }),
  ],
  [
    'an optional field is added to a request',
    'LoginRequest/properties/device',
    (document) => Object.assign(fields(document, 'LoginRequest'), { device: { type: 'string' } }),
  ],
  [
    'an optional parameter is added',
    'parameters/[2-9]',
    (document) => at(document, ...list, 'parameters').push({ name: 'sort', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'a header is added to responses',
    'TooManyAttempts/headers',
    (document) =>
      Object.assign(shared(document, 'TooManyAttempts').headers, { 'X-Hint': { schema: { type: 'string' } } }),
  ],
  [
    'a required field of a request becomes optional',
    'SignupRequest/required',
    (document) => schema(document, 'SignupRequest').required.pop(),
  ],
  [
    'a required body becomes optional',
    'post/requestBody/required',
    (document) => Object.assign(post(document, signup).requestBody, { required: false }),
  ],
  [
    'a page may be larger',
    'parameters/1/schema/maximum',
    (document) => Object.assign(at(document, ...list, 'parameters', 1, 'schema'), { maximum: 100_000 }),
  ],
  [
    'a scope is no longer asked for',
    'resolve/put/security',
    (document) => Object.assign(at(document, ...resolve), { security: [{ bearerAuth: [] }] }),
  ],
  [
    'an error code is added beside another',
    'DeletionRefused',
    (document) => code(document, 'DeletionRefused').enum.push('TEAM_IS_LOCKED'),
  ],
  [
    'an error code is added to a single one',
    'InvalidCredentials',
    (document) => {
      const { const: only, ...rest } = code(document, 'InvalidCredentials')
      error(document, 'InvalidCredentials').properties.code = { ...rest, enum: [only, 'ACCOUNT_LOCKED'] }
    },
  ],
  [
    'an error response is added',
    'resolve/put/responses/423',
    (document) => Object.assign(at(document, ...resolve, 'responses'), { 423: { description: 'Locked.' } }),
  ],
  [
    'an operation is deprecated',
    'deprecated',
    (document) => Object.assign(at(document, ...resolve), { deprecated: true }),
  ],
  [
    'a response object is open',
    'Pagination/additionalProperties',
    (document) => delete schema(document, 'Pagination').additionalProperties,
  ],
  limit('refreshTokenSeconds', 5_184_000),
  limit('verificationCodeAttempts', 6),
  limit('retryAfterSeconds', 10),
]

export const rewordings: Row[] = [
  [
    'a description is reworded',
    'Session/description',
    (document) => Object.assign(schema(document, 'Session'), { description: 'Another text.' }),
  ],
  [
    'a reason is reworded',
    'Email/x-decided',
    (document) => Object.assign(schema(document, 'Email')['x-decided'], { maxLength: 'Another reason.' }),
  ],
  [
    'an example is added',
    'examples/another',
    (document) => Object.assign(examples(post(document, signup).requestBody), { another: { value: {} } }),
  ],
  [
    'the message of an error is reworded',
    'errors/METHOD_NOT_ALLOWED',
    (document) => {
      examples(shared(document, 'MethodNotAllowed')).wrongMethod.value.error.message = 'Another method, please.'
    },
  ],
]
