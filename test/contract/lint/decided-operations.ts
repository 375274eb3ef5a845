/** Changes of operations, inputs and callers that break the rule `decided`: more or less than the document states. */
import { at, post } from './at.ts'
import type { Row } from './cases.ts'

const unexplained = (name: string) => `${name} is neither documented nor given a reason in x-decided`
const signup = '/auth/signup'
const list = ['paths', '/admin/deletion-requests', 'get']
const reset = ['paths', '/api/v1/services/{id}/stats', 'delete']

export const decidedOperationCases: Row[] = [
  [
    'an operation is added',
    (document) => {
      const { post: login } = at(document, 'paths', '/auth/login')
      document.paths['/auth/refresh'] = { post: { ...login, operationId: 'refresh', 'x-sdk': 'auth.refresh' } }
    },
    unexplained('POST /auth/refresh'),
  ],
  [
    'a path is renamed',
    (document) => {
      const { '/dashboard/account/delete': item, ...rest } = document.paths
      Object.assign(document, { paths: { ...rest, '/account/delete': item } })
    },
    'the contract has no POST /dashboard/account/delete, which the document states (4.5a)',
    unexplained('POST /account/delete'),
  ],
  [
    'a method is changed',
    (document) => {
      const path = at(document, 'paths', '/api/v1/incidents/{id}/resolve')
      path.post = path.put
      delete path.put
    },
    'the contract has no PUT /api/v1/incidents/{id}/resolve, which the document states (4.3a)',
    unexplained('POST /api/v1/incidents/{id}/resolve'),
  ],
  [
    'an operation of the document is called a decision',
    (document) => Object.assign(post(document, '/auth/login'), { 'x-decided': 'Because.' }),
    'x-decided covers what the document states (4.2a)',
  ],
  [
    'an operation is removed',
    (document) => delete at(document, 'paths')['/auth/login'],
    'the contract has no POST /auth/login, which the document states (4.2a)',
  ],
  ['events are added', (document) => Object.assign(document, { webhooks: {} }), unexplained('webhooks')],
  [
    'the source is a section that does not exist',
    (document) => Object.assign(post(document, signup), { 'x-source': 'Service document, 99.9' }),
    'x-source must be: Service document, 4.1',
  ],
  [
    'a query parameter is added',
    (document) => at(document, ...list, 'parameters').push({ name: 'sort', in: 'query', schema: { type: 'string' } }),
    unexplained('the query parameter sort'),
  ],
  [
    'a query parameter is removed',
    (document) => at(document, ...reset, 'parameters').splice(1, 1),
    'the document states the query parameter before, which the contract leaves out',
  ],
  [
    'a query parameter is required',
    (document) => Object.assign(at(document, ...list, 'parameters', 0), { required: true }),
    'required is true, but the document states false (4.6b)',
  ],
  [
    'the scope of a writer is not asked for',
    (document) =>
      Object.assign(at(document, 'paths', '/api/v1/incidents/{id}', 'delete'), { security: [{ bearerAuth: [] }] }),
    'the document states who may call: security must have [{"bearerAuth":["write"]}]',
  ],
  [
    'an operation is public that the document protects',
    (document) => delete at(document, 'paths', '/dashboard/account/delete', 'post').security,
    'the document states who may call: security must have [{"bearerAuth":[]}]',
  ],
  [
    'a scope is asked for that the document does not name',
    (document) => Object.assign(at(document, ...reset), { security: [{ bearerAuth: ['write'] }] }),
    unexplained('security'),
  ],
  [
    'the credential of the administration is another',
    (document) => Object.assign(at(document, ...list), { security: [{ bearerAuth: [] }] }),
    'the document states who may call: security must have [{"adminApiKey":[]}]',
  ],
  [
    'how a credential is sent has no reason',
    (document) => delete at(document, 'components', 'securitySchemes', 'adminApiKey')['x-decided'].name,
    unexplained('name'),
  ],
]
