/** The steps that match a request to an operation and parse its body. */
import { routes, withBody } from './operations.ts'
import { ServiceError } from './service-error.ts'
import type { Steps } from './steps.ts'

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
