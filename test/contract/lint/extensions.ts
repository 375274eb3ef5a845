/** Changes that break the rule `extensions`: unknown, misplaced or with an invalid value. */
import { at, examples, post, schema } from './at.ts'
import type { Row } from './cases.ts'

const login = (document: Parameters<Row[1]>[0]) => examples(post(document, '/auth/login').requestBody)
const resolve = ['paths', '/api/v1/incidents/{id}/resolve', 'put']
const ofExample = 'x-decided, x-caller, x-credential, x-given, x-send'

const unknown = (name: string, allowed?: string) =>
  `${name} is no extension that may stand here${allowed ? `: ${allowed}` : ''}`

export const extensionCases: Row[] = [
  [
    'an extension of an example is misspelled',
    (document) => Object.assign(login(document).login, { 'x-calller': 'anonymous' }),
    unknown('x-calller', ofExample),
  ],
  [
    'a caller is not a demo user',
    (document) => Object.assign(login(document).login, { 'x-caller': 'ghost@acme.example' }),
    'x-caller must be equal to one of the allowed values: anonymous, operator, owner@acme.example, admin@acme.example, ' +
      'member@acme.example, viewer@acme.example, oauth@acme.example, owner@solo.example, owner@globex.example, ' +
      'leaving@globex.example, tester@acme.example',
  ],
  [
    'a credential is misspelled',
    (document) => Object.assign(login(document).login, { 'x-credential': 'tampred' }),
    'x-credential must be equal to one of the allowed values: valid, tampered, expired, refresh, wrong',
  ],
  [
    'a part of x-send is misspelled',
    (document) =>
      Object.assign(at(document, ...resolve, 'parameters', 0, 'examples', 'resolveWithCause'), {
        'x-send': { querry: 'a=1' },
      }),
    unknown('querry'),
  ],
  [
    'a part of x-given is misspelled',
    (document) => Object.assign(login(document).tooManyAttempts, { 'x-given': { repeat: 10 } }),
    unknown('repeat'),
  ],
  [
    'a number is a text',
    (document) => Object.assign(login(document).tooManyAttempts, { 'x-given': { repeats: '10' } }),
    'repeats must be integer',
  ],
  [
    'a caller is named on an operation',
    (document) => Object.assign(post(document, '/auth/login'), { 'x-caller': 'anonymous' }),
    unknown('x-caller', 'x-decided, x-sdk, x-source'),
  ],
  [
    'a keyword of a schema is misspelled',
    (document) => Object.assign(schema(document, 'SignupRequest').properties.password, { 'x-max-byte': 72 }),
    unknown('x-max-byte', 'x-decided, x-max-bytes, x-well-formed, x-outcome'),
  ],
  [
    'an outcome is misspelled',
    (document) => {
      schema(document, 'InternalError').properties.error.properties.code['x-outcome'].INTERNAL_ERROR = 'unknwon'
    },
    'INTERNAL_ERROR must be equal to one of the allowed values: nothing, unknown',
  ],
  [
    'two operations have one function',
    (document) => Object.assign(post(document, '/auth/login'), { 'x-sdk': 'auth.signup' }),
    'another operation has the x-sdk auth.signup too',
  ],
  [
    'an operation has no function',
    (document) => delete post(document, '/auth/login')['x-sdk'],
    "post must have required property 'x-sdk'",
  ],
  [
    'a function is not in a group',
    (document) => Object.assign(post(document, '/auth/login'), { 'x-sdk': 'login' }),
    'x-sdk must match pattern "^[a-z][A-Za-z]*\\.[a-z][A-Za-z]*$"',
  ],
  [
    'a reason is empty',
    (document) => Object.assign(schema(document, 'Email')['x-decided'], { maxLength: ' ' }),
    'maxLength must match pattern "\\S"',
  ],
  [
    'x-decided is true',
    (document) => Object.assign(at(document, 'components', 'headers', 'Allow', 'schema'), { 'x-decided': true }),
    'x-decided must be string,object',
  ],
  [
    'a limit is a text',
    (document) => Object.assign(at(document, 'x-limits'), { attempts: 'ten' }),
    'attempts must be integer',
  ],
]
