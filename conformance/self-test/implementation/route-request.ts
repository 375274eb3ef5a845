/** The steps that match a request to an operation and parse its body. */
import { ServiceError } from './service-error.ts'
import type { Operation, Steps } from './steps.ts'

const routes: { method: string; path: RegExp; operation: Operation }[] = [
  { method: 'POST', path: /^\/auth\/signup$/, operation: 'signup' },
  { method: 'POST', path: /^\/auth\/login$/, operation: 'login' },
  { method: 'PUT', path: /^\/api\/v1\/incidents\/([^/]+)\/resolve$/, operation: 'resolveIncident' },
  { method: 'DELETE', path: /^\/api\/v1\/incidents\/([^/]+)$/, operation: 'deleteIncident' },
  { method: 'POST', path: /^\/dashboard\/account\/delete$/, operation: 'scheduleAccountDeletion' },
  { method: 'GET', path: /^\/admin\/deletion-requests$/, operation: 'listDeletionRequests' },
  { method: 'DELETE', path: /^\/api\/v1\/services\/([^/]+)\/stats$/, operation: 'resetServiceStats' },
  { method: 'DELETE', path: /^\/api\/v1\/monitors\/([^/]+)\/stats$/, operation: 'resetMonitorStats' },
]

const withBody: Operation[] = ['signup', 'login', 'resolveIncident', 'scheduleAccountDeletion']

export function routingSteps() {
  return {
    onRequest() {},

    match(method, path) {
      const there = routes.filter((route) => route.path.test(path))
      const route = there.find((candidate) => candidate.method === method)
      if (route) return { operation: route.operation, id: route.path.exec(path)?.[1] ?? '' }
      if (there.length === 0) throw new ServiceError('NOT_FOUND')
      throw new ServiceError('METHOD_NOT_ALLOWED', '', { Allow: there.map((candidate) => candidate.method).join(', ') })
    },

    maxBodyBytes: 65_536,

    takesBody: (operation) => withBody.includes(operation),

    isJson(headers) {
      const type = headers['content-type'] ?? ''
      const plain = (headers['content-encoding'] ?? 'identity') === 'identity'
      return plain && /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type)
    },

    parse: (text) => JSON.parse(text),

    guards: ['authenticate', 'authorize', 'validate'],
  } satisfies Partial<Steps>
}
