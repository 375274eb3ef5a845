/** Finds the operation that a request line asks for; the contract is the only list of routes. */
import type { Contract, OperationEntry, OperationId } from '@monitoring-service/contract'
import { ApiError } from './api-error.ts'

export interface RouteMatch {
  operationId: OperationId
  operation: OperationEntry
  /** The path parameters as they were sent, still escaped. */
  path: Record<string, string>
  /** The query string without its question mark. */
  query: string
}

/**
 * Finds an operation by method and request target.
 * @throws ApiError NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED for an unknown method of a known one.
 */
export type Router = (method: string, target: string) => RouteMatch

interface Route {
  pattern: RegExp
  methods: Map<string, Pick<RouteMatch, 'operationId' | 'operation'>>
}

// RFC 3986, section 3.3. Anything else is no path, whatever a lenient parser would make of it.
const legalPath = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%)*$/

export function createRouter({ operations }: Pick<Contract, 'operations'>): Router {
  const routes = new Map<string, Route>()
  for (const [operationId, operation] of Object.entries(operations)) {
    const { method, path } = operation
    const route = routes.get(path) ?? { pattern: compile(path), methods: new Map() }
    route.methods.set(method, { operationId: operationId as OperationId, operation })
    routes.set(path, route)
  }
  // Where a path without parameters and one with them both fit, the plain one is meant (OpenAPI 3.1, 4.8.8.2).
  const listed = [...routes].sort(([a], [b]) => a.split('{').length - b.split('{').length).map(([, route]) => route)
  return (method, target) => {
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    // A fragment is not sent; where one is, parsers disagree about what it belongs to.
    if (!legalPath.test(path) || target.includes('#')) throw new ApiError('NOT_FOUND')
    for (const { pattern, methods } of listed) {
      const found = pattern.exec(path)
      if (!found) continue
      const asked = methods.get(method)
      if (!asked) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: [...methods.keys()].join(', ') } })
      return { ...asked, path: { ...found.groups }, query: mark < 0 ? '' : target.slice(mark + 1) }
    }
    throw new ApiError('NOT_FOUND')
  }
}

/** The parameters of a query string. A question mark at its start is a part of it; URLSearchParams would drop one. */
export function readQuery(text: string): URLSearchParams {
  return new URLSearchParams(`?${text}`)
}

/** `/incidents/{id}` as an expression with one named group for each parameter, which is never empty. */
function compile(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
