/** Routes a request to an operation; the contract is the only list of routes. */
import type { Contract, OperationEntry, OperationId } from '@monitoring-service/contract'
import { ApiError } from './api-error.ts'

export interface RouteMatch {
  operationId: OperationId
  operation: OperationEntry
  /** The path parameters as sent, still escaped. */
  path: Record<string, string>
  /** The query string without its question mark. */
  query: string
}

/** @throws ApiError NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED for an unknown method of a known one. */
export type Router = (method: string, target: string) => RouteMatch

interface Route {
  pattern: RegExp
  methods: Map<string, Pick<RouteMatch, 'operationId' | 'operation'>>
}

export function createRouter({ operations }: Pick<Contract, 'operations'>): Router {
  const routes = new Map<string, Route>()
  for (const [operationId, operation] of Object.entries(operations)) {
    const { method, path } = operation
    const route = routes.get(path) ?? { pattern: compile(path), methods: new Map() }
    route.methods.set(method, { operationId: operationId as OperationId, operation })
    // RFC 9110, section 9.1: a server supports HEAD where it supports GET.
    if (method === 'GET') route.methods.set('HEAD', { operationId: operationId as OperationId, operation })
    routes.set(path, route)
  }
  // A path without parameters takes precedence (OpenAPI 3.1, 4.8.8.2).
  const listed = [...routes].sort(([a], [b]) => a.split('{').length - b.split('{').length).map(([, route]) => route)
  return (method, target) => {
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    for (const { pattern, methods } of listed) {
      const match = pattern.exec(path)
      if (!match) continue
      const route = methods.get(method)
      if (!route) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: [...methods.keys()].join(', ') } })
      return { ...route, path: { ...match.groups }, query: mark < 0 ? '' : target.slice(mark + 1) }
    }
    throw new ApiError('NOT_FOUND')
  }
}

/** Parses a query string. URLSearchParams would drop a leading question mark, which belongs to the first name. */
export function readQuery(text: string): URLSearchParams {
  return new URLSearchParams(`?${text}`)
}

/** Converts `/incidents/{id}` to an expression with a non-empty named group for each parameter. */
function compile(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
