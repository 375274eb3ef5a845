/** Routes of a contract. */
import { type contract, operations } from '@monitoring-service/contract'
import { createRouter } from '@monitoring-service/http'
import { describe, expect, it } from 'vitest'

/** A contract with these operations, by method and path. */
function routerOf(...routes: [id: string, method: string, path: string][]) {
  const entries = routes.map(([id, method, path]) => [id, { ...operations.login, method, path }])
  const route = createRouter({ operations: Object.fromEntries(entries) as (typeof contract)['operations'] })
  return (method: string, target: string) => {
    try {
      const { operationId, path, query } = route(method, target)
      return { operationId, path, query }
    } catch (error) {
      const { code, headers } = error as { code: string; headers: Record<string, string> }
      return headers.Allow === undefined ? code : `${code} ${headers.Allow}`
    }
  }
}

describe('A router', () => {
  it('finds the operation of a method and a path, with the parameters as sent', () => {
    const route = routerOf(['one', 'DELETE', '/teams/{team}/users/{user_id}'])
    const expected = { operationId: 'one', path: { team: 'a%20b', user_id: 'c' }, query: '' }
    expect(route('DELETE', '/teams/a%20b/users/c')).toEqual(expected)
    for (const path of [
      '/teams//users/c',
      '/teams/a/users/',
      '/teams/a/b/users/c',
      'x/teams/a/users/c',
      '/teams/a/users/c/',
    ]) {
      expect([path, route('DELETE', path)]).toEqual([path, 'NOT_FOUND'])
    }
  })

  it('finds the query behind the first question mark', () => {
    const route = routerOf(['one', 'GET', '/list'])
    expect(['/list', '/list?', '/list?a=1', '/list?a=/list?b'].map((target) => route('GET', target))).toEqual(
      ['', '', 'a=1', 'a=/list?b'].map((query) => ({ operationId: 'one', path: {}, query })),
    )
    expect(route('GET', '?/list')).toBe('NOT_FOUND')
  })

  it('prefers a path without parameters, wherever the contract has it', () => {
    const [named, any] = [['named', 'GET', '/users/me'] as const, ['any', 'GET', '/users/{id}'] as const]
    for (const route of [routerOf([...any], [...named]), routerOf([...named], [...any])]) {
      expect(route('GET', '/users/me')).toMatchObject({ operationId: 'named' })
      expect(route('GET', '/users/you')).toMatchObject({ operationId: 'any', path: { id: 'you' } })
    }
  })

  it('names the methods of a path, HEAD where it has GET', () => {
    const route = routerOf(['get', 'GET', '/a'], ['put', 'PUT', '/a'], ['post', 'POST', '/b'])
    expect(route('DELETE', '/a')).toBe('METHOD_NOT_ALLOWED GET, HEAD, PUT')
    expect(route('HEAD', '/a')).toMatchObject({ operationId: 'get' })
    expect(route('HEAD', '/b')).toBe('METHOD_NOT_ALLOWED POST')
  })

  it('takes a dot of a path for a dot', () => {
    const route = routerOf(['one', 'GET', '/v1.2/list.json'])
    expect(route('GET', '/v1.2/list.json')).toMatchObject({ operationId: 'one' })
    for (const path of ['/v1x2/list.json', '/v1.2/list_json']) expect(route('GET', path)).toBe('NOT_FOUND')
  })
})
