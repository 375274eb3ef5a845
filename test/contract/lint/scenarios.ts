/** Ways to break the contract that concern its examples. */
import { at, examples, post, shared, sharedExamples } from './at.ts'
import type { Row } from './breakages.ts'

const list = ['paths', '/admin/deletion-requests', 'get']
const serviceStats = ['paths', '/api/v1/services/{id}/stats', 'delete']
const incident = ['paths', '/api/v1/incidents/{id}', 'delete']

export const scenariosBreakages: Row[] = [
  [
    'a request example loses its answer',
    (document) => delete examples(post(document, '/auth/signup').responses[201]).signupWithoutName,
    'signup has no answer named signupWithoutName',
  ],
  [
    'a response example loses its request',
    (document) => delete examples(post(document, '/auth/signup').requestBody).emailTaken,
    'signup has no request named emailTaken, nor does the answer say more',
  ],
  [
    'a response without a request no longer says what makes it differ',
    (document) => delete sharedExamples(document, 'InsufficientScope').readScopeOnly['x-caller'],
    'resolveIncident has no request named readScopeOnly, nor does the answer say more',
    'deleteIncident has no request named readScopeOnly, nor does the answer say more',
  ],
  [
    'a response without a body names a scenario that nobody sends',
    (document) => at(document, ...incident).responses[204]['x-microcks-refs'].push('deleteTwice'),
    'deleteIncident has no request named deleteTwice, nor does the answer say more',
  ],
  [
    'one name has two statuses',
    (document) => {
      const { tooManySignups } = examples(post(document, '/auth/signup').responses[429])
      examples(post(document, '/auth/signup').responses[429]).emailTaken = tooManySignups
    },
    'signup answers emailTaken with more than one status',
  ],
  [
    'a response with a body has no example',
    (document) => delete shared(document, 'MethodNotAllowed').content['application/json'].examples,
    'no example shows this response',
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
    'the example of a good request is invalid',
    (document) => delete examples(post(document, '/auth/signup').requestBody).signup.value.password,
    'signup does not fit its schema: # breaks #/components/schemas/SignupRequest/required',
  ],
  [
    'the example of a request that is refused for another reason is invalid',
    (document) => {
      examples(post(document, '/auth/login').requestBody).unknownEmail.value.email = 'nobody'
    },
    'unknownEmail does not fit its schema: #/email breaks #/components/schemas/Email/format',
  ],
  [
    'the example of an invalid request is valid',
    (document) => {
      examples(post(document, '/auth/login').requestBody).missingPassword.value.password = 'here-it-is'
    },
    'login refuses missingPassword with 400, but it is a valid request',
  ],
  [
    'the example of an impossible date is a date',
    (document) => {
      at(document, ...serviceStats).parameters[1].examples.impossibleDate.value = '2026-02-28'
    },
    'resetServiceStats refuses impossibleDate with 400, but it is a valid request',
  ],
  [
    'a request is refused beyond the schema, yet the schema refuses it',
    (document) => {
      examples(post(document, '/auth/signup').requestBody).passwordOver72Bytes.value.password = 'é'
    },
    'passwordOver72Bytes does not fit its schema: ' +
      '#/password breaks #/components/schemas/SignupRequest/properties/password/minLength',
  ],
  [
    'a response example is invalid',
    (document) => {
      examples(at(document, ...serviceStats).responses[200]).allTime.value.deletedCount = -1
    },
    'allTime does not fit its schema: #/deletedCount breaks #/components/schemas/StatsReset/properties/deletedCount/minimum',
  ],
  [
    'a response example has a timestamp that the calendar has not',
    (document) => {
      const { onlyOwner } = examples(post(document, '/dashboard/account/delete').responses[200])
      onlyOwner.value.deletionScheduledAt = '2025-02-30T12:00:00.000Z'
    },
    'onlyOwner does not fit its schema: #/deletionScheduledAt breaks #/components/schemas/Timestamp/format',
  ],
  [
    'a response example says another status',
    (document) => {
      examples(post(document, '/auth/login').responses[401]).wrongPassword.value.error.status = 403
    },
    'wrongPassword says status 403 in a response of 401',
  ],
  [
    'the two sides of a scenario have different callers',
    (document) => {
      examples(at(document, ...list).responses[401]).missingAdminKey['x-caller'] = 'operator'
    },
    'the sides of missingAdminKey in listDeletionRequests disagree on x-caller',
  ],
  [
    'the two sides of a scenario have different credentials',
    (document) => {
      examples(at(document, ...list).responses[401]).wrongAdminKey['x-credential'] = 'valid'
    },
    'the sides of wrongAdminKey in listDeletionRequests disagree on x-credential',
  ],
]
