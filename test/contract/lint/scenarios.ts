/** Changes that break the rule `scenarios`. */
import { at, examples, post, schema, shared, sharedExamples } from './at.ts'
import type { Row } from './cases.ts'

const list = ['paths', '/admin/deletion-requests', 'get']
const serviceStats = ['paths', '/api/v1/services/{id}/stats', 'delete']
const incident = ['paths', '/api/v1/incidents/{id}', 'delete']

export const scenarioCases: Row[] = [
  [
    'a request example has no response',
    (document) => delete examples(post(document, '/auth/signup').responses[201]).signupWithoutName,
    'signup has no response named signupWithoutName',
  ],
  [
    'a response example has no request',
    (document) => delete examples(post(document, '/auth/signup').requestBody).emailTaken,
    'signup has no request named emailTaken; add one, or x-caller, x-credential, x-given, x-send',
  ],
  [
    'a response example without a request has no extension',
    (document) => delete sharedExamples(document, 'InsufficientScope').readScopeOnly['x-caller'],
    'resolveIncident has no request named readScopeOnly; add one, or x-caller, x-credential, x-given, x-send',
    'deleteIncident has no request named readScopeOnly; add one, or x-caller, x-credential, x-given, x-send',
  ],
  [
    'a response without a body names a scenario that has no request',
    (document) => at(document, ...incident).responses[204]['x-microcks-refs'].push('deleteTwice'),
    'deleteIncident has no request named deleteTwice; add one, or x-caller, x-credential, x-given, x-send',
  ],
  [
    'one name has two statuses',
    (document) => {
      const { tooManySignups } = examples(post(document, '/auth/signup').responses[429])
      examples(post(document, '/auth/signup').responses[429]).emailTaken = tooManySignups
    },
    'signup has emailTaken under more than one status',
  ],
  [
    'a response with a body has no example',
    (document) => delete shared(document, 'MethodNotAllowed').content['application/json'].examples,
    'the response has no example',
  ],
  [
    'a response without a body names no scenario',
    (document) => {
      at(document, ...incident).responses[204]['x-microcks-refs'] = []
      const { deleteManual, deleteResolved, ...others } = at(document, ...incident).parameters[0].examples
      at(document, ...incident).parameters[0].examples = others
    },
    'no x-microcks-refs names a scenario',
  ],
  [
    'the example of a successful request is invalid',
    (document) => delete examples(post(document, '/auth/signup').requestBody).signup.value.password,
    "signup does not match its schema: the document must have required property 'password'",
  ],
  [
    'the example of a request that is rejected for another reason is invalid',
    (document) =>
      Object.assign(examples(post(document, '/auth/login').requestBody).unknownEmail.value, {
        email: 'not-an-address',
      }),
    'unknownEmail does not match its schema: email must match format "email"',
  ],
  [
    'the example of an invalid request is valid',
    (document) =>
      Object.assign(examples(post(document, '/auth/login').requestBody).missingPassword.value, {
        password: 'here-it-is',
      }),
    'login rejects missingPassword with 400, but the request is valid',
  ],
  [
    'the example of an impossible date is a valid date',
    (document) =>
      Object.assign(at(document, ...serviceStats).parameters[1].examples.impossibleDate, { value: '2026-02-28' }),
    'resetServiceStats rejects impossibleDate with 400, but the request is valid',
  ],
  [
    'a request example that only a rule beyond the schema rejects violates the schema',
    (document) =>
      Object.assign(examples(post(document, '/auth/signup').requestBody).passwordOver72Bytes.value, { password: 'é' }),
    'passwordOver72Bytes does not match its schema: password must NOT have fewer than 8 characters',
  ],
  [
    'a response example is invalid',
    (document) =>
      Object.assign(examples(at(document, ...serviceStats).responses[200]).allTime.value, { deletedCount: -1 }),
    'allTime does not match its schema: deletedCount must be >= 0',
  ],
  [
    'a response example has a timestamp that does not exist in the calendar',
    (document) => {
      const { onlyOwner } = examples(post(document, '/dashboard/account/delete').responses[200])
      onlyOwner.value.deletionScheduledAt = '2025-02-30T12:00:00.000Z'
    },
    'onlyOwner does not match its schema: deletionScheduledAt must match format "date-time"',
  ],
  [
    'a response example has the status of another response',
    (document) =>
      Object.assign(examples(post(document, '/auth/login').responses[401]).wrongPassword.value.error, { status: 403 }),
    'wrongPassword has the status 403 in a response of 401',
  ],
  [
    'the request and the response of a scenario have different callers',
    (document) =>
      Object.assign(examples(at(document, ...list).responses[401]).missingAdminKey, { 'x-caller': 'operator' }),
    'the examples of missingAdminKey in listDeletionRequests disagree on x-caller',
  ],
  [
    'the request and the response of a scenario have different credentials',
    (document) =>
      Object.assign(examples(at(document, ...list).responses[401]).wrongAdminKey, { 'x-credential': 'valid' }),
    'the examples of wrongAdminKey in listDeletionRequests disagree on x-credential',
  ],
  [
    'no example has an optional property of a response',
    (document) => Object.assign(schema(document, 'Incident').properties, { urgency: { type: 'string' } }),
    'no example of a response has the optional property urgency',
  ],
  [
    'every example has an optional property of a response',
    (document) => {
      const incident = schema(document, 'Incident')
      incident.required = incident.required.filter((name: string) => name !== 'title')
    },
    'every example of a response has the optional property title',
  ],
]
