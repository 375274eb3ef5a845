/** Changes that break the rule `errors`. */
import { at, error, post, schema, shared, sharedExamples } from './at.ts'
import type { Row } from './cases.ts'

export const errorCases: Row[] = [
  [
    'a deprecated operation says neither since when nor until when',
    (document) => Object.assign(at(document, 'paths', '/api/v1/incidents/{id}', 'delete'), { deprecated: true }),
    'the success of a deprecated operation must have the header Deprecation',
    'the success of a deprecated operation must have the header Sunset',
  ],
  [
    'x-errors explains a code that no response has',
    (document) => Object.assign(at(document, 'x-errors'), { TEAPOT: { when: 'Never.', repeat: 'No.' } }),
    'no response has the code TEAPOT',
  ],
  [
    'an operation with a token does not declare 403',
    (document) => delete at(document, 'paths', '/api/v1/incidents/{id}', 'delete', 'responses')['403'],
    'the operation must declare 403; see components/responses',
  ],
  [
    'an error response has no JSON body',
    (document) => {
      const response = shared(document, 'MethodNotAllowed')
      response.content = { 'text/plain': response.content['application/json'] }
    },
    'an error response must have a body of application/json',
    'no response has the code METHOD_NOT_ALLOWED',
  ],
  [
    'the body of an error response allows other properties',
    (document) => Object.assign(schema(document, 'InternalError'), { additionalProperties: true }),
    'the body must be a closed object with the only property `error`',
  ],
  [
    'the error object has one more field',
    (document) => Object.assign(error(document, 'InternalError').properties, { hint: { type: 'string' } }),
    '`error` must be a closed object of code, message, status',
  ],
  [
    'the message of the error object is optional',
    (document) => Object.assign(error(document, 'InternalError'), { required: ['code', 'status'] }),
    '`error` must be a closed object of code, message, status',
  ],
  [
    'the upgradeUrl of a plan limit is optional',
    (document) => Object.assign(error(document, 'PlanUpgradeRequired'), { required: ['code', 'message', 'status'] }),
    '`error` must be a closed object of code, message, status, upgradeUrl',
  ],
  [
    'another error than a plan limit has an upgradeUrl',
    (document) =>
      Object.assign(error(document, 'InsufficientScope').properties, { upgradeUrl: { type: 'string', format: 'uri' } }),
    '`error` must be a closed object of code, message, status',
  ],
  [
    'a code is any string',
    (document) => Object.assign(error(document, 'ServiceNotFound').properties, { code: { type: 'string' } }),
    '`code` must be a const or an enum',
    'no response has the code SERVICE_NOT_FOUND',
  ],
  [
    'a status in a body is any number',
    (document) => Object.assign(error(document, 'ServiceNotFound').properties, { status: { type: 'integer' } }),
    '`status` must be the constant 404',
  ],
  [
    'a message has no type',
    (document) => Object.assign(error(document, 'ServiceNotFound').properties, { message: {} }),
    '`message` must be a string',
  ],
  [
    'a code of a status from 500 does not say what was done',
    (document) => delete error(document, 'WriteUnavailable').properties.code['x-outcome'].OUTCOME_UNKNOWN,
    'x-outcome of OUTCOME_UNKNOWN must be `nothing` or `unknown`',
  ],
  [
    'a code of a status below 500 says what was done',
    (document) =>
      Object.assign(error(document, 'IncidentNotFound').properties.code, {
        'x-outcome': { INCIDENT_NOT_FOUND: 'unknown' },
      }),
    'x-outcome of INCIDENT_NOT_FOUND must be absent below 500',
  ],
  [
    'one code has two statuses',
    (document) => {
      error(document, 'PayloadTooLarge').properties.code.const = 'UNSUPPORTED_MEDIA_TYPE'
      sharedExamples(document, 'PayloadTooLarge').bodyTooLarge.value.error.code = 'UNSUPPORTED_MEDIA_TYPE'
    },
    'UNSUPPORTED_MEDIA_TYPE has the status 413 in another response',
    'no response has the code PAYLOAD_TOO_LARGE',
  ],
  [
    'one code has different headers',
    (document) =>
      Object.assign(post(document, '/auth/signup').responses[429].headers, {
        Allow: { $ref: '#/components/headers/Allow' },
      }),
    'RATE_LIMITED has other headers in another response',
  ],
  [
    'a code has neither an example nor a text',
    (document) => {
      const { code } = error(document, 'DeletionRefused').properties
      code.enum.push('TEAM_IS_LOCKED')
      code['x-decided'].TEAM_IS_LOCKED = 'A drill.'
    },
    'no example of this response has the code TEAM_IS_LOCKED',
    'x-errors must say when TEAM_IS_LOCKED is returned, and whether to repeat the request',
  ],
]
