/** Changes that break the rule `decided`. */
import { at, post, schema, shared } from './at.ts'
import type { Row } from './cases.ts'

export const decidedCases: Row[] = [
  [
    'a status has no reason',
    (document) => delete post(document, '/auth/signup').responses[201]['x-decided'],
    'x-decided must give a reason for the status 201',
  ],
  [
    'x-decided of a response has no entry for the status',
    (document) =>
      Object.assign(post(document, '/auth/signup').responses[201], { 'x-decided': { description: 'Because.' } }),
    'x-decided must give a reason for the status 201',
  ],
  [
    'a shared response has no reason',
    (document) => delete shared(document, 'NotFound')['x-decided'],
    'x-decided must give a reason for the status 404',
  ],
  [
    'a bound has no reason',
    (document) => delete schema(document, 'Email')['x-decided'],
    'maxLength is neither documented nor given a reason in x-decided',
  ],
  [
    'a bound is added without a reason',
    (document) => Object.assign(schema(document, 'Incident').properties.title, { maxLength: 100 }),
    'maxLength is neither documented nor given a reason in x-decided',
  ],
  [
    'an enumeration without a reason is added beside a bound that has one',
    (document) =>
      Object.assign(schema(document, 'User').properties.role, { enum: ['owner', 'admin', 'member', 'viewer'] }),
    'enum is neither documented nor given a reason in x-decided',
  ],
  [
    'the default of a parameter has no reason',
    (document) =>
      delete at(document, 'paths', '/admin/deletion-requests', 'get').parameters[1].schema['x-decided'].default,
    'default is neither documented nor given a reason in x-decided',
  ],
  [
    'a header, and so the bounds of its schema, has no reason',
    (document) => delete at(document, 'components', 'headers', 'Retry-After')['x-decided'],
    'minimum is neither documented nor given a reason in x-decided',
  ],
  [
    'a reason is empty',
    (document) => Object.assign(schema(document, 'Email')['x-decided'], { maxLength: ' ' }),
    'x-decided gives no reason for maxLength',
  ],
  [
    'the keyword of a reason is removed',
    (document) => delete schema(document, 'Email').maxLength,
    'x-decided names maxLength, which does not exist',
  ],
  [
    'a schema has a reason for a status',
    (document) => Object.assign(schema(document, 'Email')['x-decided'], { status: 'Because.' }),
    'x-decided names status, which does not exist',
  ],
  [
    'the reason of a limit is misspelled',
    (document) => Object.assign(at(document, 'x-limits')['x-decided'], { bodyByte: 'Because.' }),
    'x-decided names bodyByte, which does not exist',
  ],
  [
    'x-decided is true',
    (document) => Object.assign(at(document, 'components', 'headers', 'Allow', 'schema'), { 'x-decided': true }),
    'x-decided is neither a reason nor a map of reasons',
  ],
  [
    'a documented constraint is removed',
    (document) => delete schema(document, 'UserId').pattern,
    '#/components/schemas/UserId/pattern is listed as documented, but does not exist',
  ],
]
