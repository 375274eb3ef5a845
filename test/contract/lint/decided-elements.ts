/** Changes of bodies, fields, conditions and limits that break the rule `decided`: more or less than the document states. */
import { at, post, schema, shared } from './at.ts'
import type { Row } from './cases.ts'

const unexplained = (name: string) => `${name} is neither documented nor given a reason in x-decided`
const signup = '/auth/signup'
const list = ['paths', '/admin/deletion-requests', 'get']

export const decidedElementCases: Row[] = [
  [
    'a required body is optional',
    (document) => delete post(document, signup).requestBody.required,
    'the document states required (4.1b), which the contract leaves out',
  ],
  [
    'a body has another media type too',
    (document) =>
      Object.assign(post(document, signup).requestBody.content, { 'application/xml': { schema: { type: 'object' } } }),
    unexplained('application/xml'),
  ],
  [
    'a property of a response is added',
    (document) => Object.assign(schema(document, 'User').properties, { locale: { type: 'string', description: 'x' } }),
    unexplained('locale'),
  ],
  [
    'a property of a request is added by a reference',
    (document) =>
      Object.assign(schema(document, 'SignupRequest').properties, { teamId: { $ref: '#/components/schemas/TeamId' } }),
    unexplained('teamId'),
  ],
  [
    'a property of a response is removed',
    (document) => delete schema(document, 'DeletionRequest').properties.teamName,
    'the document states teamName, which the contract leaves out',
  ],
  [
    'a property of a response need not be present',
    (document) => schema(document, 'Pagination').required.pop(),
    'the document requires total (2.4a), and the contract does not',
  ],
  [
    'an optional property is required',
    (document) => (schema(document, 'ResolveRequest').required = ['cause']),
    unexplained('required'),
  ],
  [
    'one more property is required',
    (document) => schema(document, 'User').required.push('name'),
    unexplained('that name is required'),
  ],
  [
    'a type differs',
    (document) => Object.assign(schema(document, 'StatsReset').properties.deletedCount, { type: 'string' }),
    'type is "string", but the document states "integer"',
  ],
  [
    'a field cannot be null that the document lets be null',
    (document) => Object.assign(schema(document, 'Incident').properties.title, { type: 'string' }),
    'type is "string", but the document states ["string","null"]',
  ],
  [
    'a format is removed',
    (document) => delete schema(document, 'Timestamp').format,
    'the document states format (2.2c), which the contract leaves out',
    'the document states format, which the contract leaves out',
  ],
  [
    'a format is added without a reason',
    (document) => Object.assign(schema(document, 'DeletionRequest').properties.email, { format: 'email' }),
    unexplained('format'),
  ],
  [
    'a documented pattern is removed',
    (document) => delete schema(document, 'UserId').pattern,
    'the document states pattern (2.1b), which the contract leaves out',
  ],
  [
    'the grace period is shorter',
    (document) => Object.assign(at(document, 'x-limits'), { gracePeriodDays: 14 }),
    'gracePeriodDays is 14, but the document states 30 (8a)',
  ],
  [
    'a limit has no reason',
    (document) => Object.assign(at(document, 'x-limits'), { sessionSeconds: 60 }),
    unexplained('sessionSeconds'),
  ],
  [
    'an error condition of the document has no response',
    (document) => delete post(document, signup).responses[409],
    'no response has the code EMAIL_ALREADY_REGISTERED, whose condition the document states (4.1f)',
  ],
  [
    'an error condition is added beside a documented one',
    (document) => {
      const { code } = schema(document, 'WrongProof').properties.error.properties
      delete code['x-decided'].WRONG_VERIFICATION_CODE
    },
    'x-decided of the error code must give a reason for WRONG_VERIFICATION_CODE',
  ],
  [
    'an error condition of the document is called a decision',
    (document) =>
      Object.assign(at(document, 'paths', '/api/v1/incidents/{id}', 'delete', 'responses', 409), {
        'x-decided': 'Because.',
      }),
    'x-decided covers AUTO_INCIDENT_NOT_DELETABLE, whose condition the document states (4.4c)',
  ],
  [
    'a second success is added',
    (document) => {
      const { responses } = post(document, '/auth/login')
      responses[202] = responses[200]
    },
    'the document states one success',
  ],
  [
    'a response has a header without a reason',
    (document) => delete at(document, 'components', 'headers', 'Retry-After')['x-decided'],
    unexplained('Retry-After'),
  ],
  [
    'a status has no reason',
    (document) => delete post(document, signup).responses[201]['x-decided'],
    'x-decided must give a reason for the status 201',
  ],
  [
    'a shared response has no reason',
    (document) => delete shared(document, 'NotFound')['x-decided'],
    'x-decided must give a reason for the response 404',
  ],
  ['a bound has no reason', (document) => delete schema(document, 'Email')['x-decided'], unexplained('maxLength')],
  [
    'a bound is added without a reason',
    (document) => Object.assign(schema(document, 'Incident').properties.title, { maxLength: 100 }),
    unexplained('maxLength'),
  ],
  [
    'why other properties are rejected has no reason',
    (document) => delete schema(document, 'LoginRequest')['x-decided'],
    unexplained('additionalProperties'),
  ],
  [
    'the default of a parameter has no reason',
    (document) => delete at(document, ...list, 'parameters', 1, 'schema')['x-decided'].default,
    unexplained('default'),
  ],
  [
    'the keyword of a reason is removed',
    (document) => delete schema(document, 'Email').maxLength,
    'x-decided names maxLength, which does not exist',
  ],
  [
    'a reason is given for a documented keyword',
    (document) => Object.assign(schema(document, 'Email')['x-decided'], { format: 'Because.' }),
    'x-decided explains format, which the document states (2.1c)',
  ],
]
