/** Ways to break the contract that concern refusals. */
import { at, error, post, schema, shared, sharedExamples } from './at.ts'
import type { Row } from './breakages.ts'

export const errorsBreakages: Row[] = [
  [
    'a schema is called Error',
    (document) => {
      at(document, 'components', 'schemas').Error = { type: 'object' }
    },
    'no schema may be called Error',
  ],
  [
    'an operation forgets that the service may be unavailable',
    (document) => {
      delete at(document, 'paths', '/auth/login', 'post', 'responses')['503']
    },
    'every operation like this must declare 503; see components/responses',
  ],
  [
    'a refusal has no body',
    (document) => {
      const response = shared(document, 'MethodNotAllowed')
      response.content = { 'text/plain': response.content['application/json'] }
    },
    'a refusal must have a body of application/json',
  ],
  [
    'the body of a refusal is open',
    (document) => {
      schema(document, 'InternalError').additionalProperties = true
    },
    'the body must be a closed object with `error` alone',
  ],
  [
    'the error object has one more field',
    (document) => {
      error(document, 'InternalError').properties.hint = { type: 'string' }
    },
    '`error` must be a closed object of code, message, status',
  ],
  [
    'the error object may come without a message',
    (document) => {
      error(document, 'InternalError').required = ['code', 'status']
    },
    '`error` must be a closed object of code, message, status',
  ],
  [
    'a plan limit may come without an upgradeUrl',
    (document) => {
      error(document, 'PlanUpgradeRequired').required = ['code', 'message', 'status']
    },
    '`error` must be a closed object of code, message, status, upgradeUrl',
  ],
  [
    'something else than a plan limit may have an upgradeUrl',
    (document) => {
      error(document, 'InsufficientScope').properties.upgradeUrl = { type: 'string', format: 'uri' }
    },
    '`error` must be a closed object of code, message, status',
  ],
  [
    'a code is any text',
    (document) => {
      error(document, 'ServiceNotFound').properties.code = { type: 'string' }
    },
    '`code` must be a literal or a choice of literals',
  ],
  [
    'a status in a body is any number',
    (document) => {
      error(document, 'ServiceNotFound').properties.status = { type: 'integer' }
    },
    '`status` must be the constant 404',
  ],
  [
    'a message is anything',
    (document) => {
      error(document, 'ServiceNotFound').properties.message = {}
    },
    '`message` must be a string',
  ],
  [
    'one code has two statuses',
    (document) => {
      error(document, 'PayloadTooLarge').properties.code.const = 'UNSUPPORTED_MEDIA_TYPE'
      sharedExamples(document, 'PayloadTooLarge').bodyTooLarge.value.error.code = 'UNSUPPORTED_MEDIA_TYPE'
    },
    'UNSUPPORTED_MEDIA_TYPE has the status 413 elsewhere',
  ],
  [
    'one code comes with different headers',
    (document) => {
      post(document, '/auth/signup').responses[429].headers.Allow = { $ref: '#/components/headers/Allow' }
    },
    'RATE_LIMITED has other headers elsewhere',
  ],
  [
    'a success has no request id',
    (document) => delete post(document, '/auth/login').responses[200].headers['X-Request-Id'],
    'a response of 200 must have the header X-Request-Id',
  ],
  [
    'a refusal may be cached',
    (document) => delete shared(document, 'NotFound').headers['Cache-Control'],
    'a response of 404 must have the header Cache-Control',
  ],
  [
    'a 401 comes without a challenge',
    (document) => delete post(document, '/auth/login').responses[401].headers['WWW-Authenticate'],
    'a response of 401 must have the header WWW-Authenticate',
  ],
  [
    'a 405 does not name the methods',
    (document) => delete shared(document, 'MethodNotAllowed').headers.Allow,
    'a response of 405 must have the header Allow',
  ],
  [
    'a 503 does not say when to come back',
    (document) => delete shared(document, 'Unavailable').headers['Retry-After'],
    'a response of 503 must have the header Retry-After',
  ],
]
