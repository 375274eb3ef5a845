/** Ways to break the contract that concern the reasons of what was decided. */
import { at, post, schema, shared } from './at.ts'
import type { Row } from './breakages.ts'

export const decidedBreakages: Row[] = [
  [
    'a status loses its reason',
    (document) => delete post(document, '/auth/signup').responses[201]['x-decided'],
    'the document states no status: x-decided must say why it is 201',
  ],
  [
    'a response was decided for a reason, but its status was not',
    (document) => {
      post(document, '/auth/signup').responses[201]['x-decided'] = { description: 'Because.' }
    },
    'the document states no status: x-decided must say why it is 201',
  ],
  [
    'a shared response loses its reason',
    (document) => delete shared(document, 'NotFound')['x-decided'],
    'the document states no status: x-decided must say why it is 404',
  ],
  [
    'a bound loses its reason',
    (document) => delete schema(document, 'Email')['x-decided'],
    'maxLength is neither documented nor given a reason in x-decided',
  ],
  [
    'a bound is added without a reason',
    (document) => {
      schema(document, 'Incident').properties.title.maxLength = 100
    },
    'maxLength is neither documented nor given a reason in x-decided',
  ],
  [
    'an enumeration is added without a reason, next to a bound that has one',
    (document) => {
      schema(document, 'User').properties.role.enum = ['owner', 'admin', 'member', 'viewer']
    },
    'enum is neither documented nor given a reason in x-decided',
  ],
  [
    'the default of a parameter loses its reason',
    (document) =>
      delete at(document, 'paths', '/admin/deletion-requests', 'get').parameters[1].schema['x-decided'].default,
    'default is neither documented nor given a reason in x-decided',
  ],
  [
    'a header loses its reason, and with it the bounds of its schema',
    (document) => delete at(document, 'components', 'headers', 'Retry-After')['x-decided'],
    'minimum is neither documented nor given a reason in x-decided',
  ],
  [
    'a reason is empty',
    (document) => {
      schema(document, 'Email')['x-decided'].maxLength = ' '
    },
    'x-decided gives no reason for maxLength',
  ],
  [
    'a reason stays when its keyword goes',
    (document) => delete schema(document, 'Email').maxLength,
    'x-decided names maxLength, which is not there',
  ],
  [
    'something else than a response has a status',
    (document) => {
      schema(document, 'Email')['x-decided'].status = 'Because.'
    },
    'x-decided names status, which is not there',
  ],
  [
    'a limit loses its reason by misspelling',
    (document) => {
      at(document, 'x-limits')['x-decided'].bodyByte = 'Because.'
    },
    'x-decided names bodyByte, which is not there',
  ],
  [
    'x-decided is a bare yes',
    (document) => {
      at(document, 'components', 'headers', 'Allow', 'schema')['x-decided'] = true
    },
    'x-decided is neither a reason nor a map of reasons',
  ],
  [
    'a constraint goes that the document states',
    (document) => delete schema(document, 'UserId').pattern,
    '#/components/schemas/UserId/pattern is listed as stated, but is not there',
  ],
]
