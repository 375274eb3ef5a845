/** The entry /react-query. */
import { hashKey, InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '../../sdk/index.ts'
import { createClient } from '../../sdk/operations.ts'
import {
  listDeletionRequestsInfiniteOptions,
  listDeletionRequestsOptions,
  loginMutation,
  resolveIncidentMutation,
} from '../../sdk/react-query.ts'
import {
  adminKey,
  errorOf,
  list,
  options,
  respondWithError,
  respondWithJson,
  sendJson,
  serve,
  serveSequence,
} from './harness.ts'

const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

test('fetches a page by the options of a query, whose key holds the base URL', async () => {
  const { baseUrl, seen } = await list()
  const query = listDeletionRequestsOptions({ client: createClient(options(baseUrl)), query: { page: 2 } })
  expect(query.queryKey).toEqual([{ _id: 'listDeletionRequests', baseUrl, query: { page: 2 } }])
  expect(JSON.stringify(query.queryKey)).not.toContain(adminKey)
  const queryClient = queries()
  const page = await queryClient.fetchQuery(query)
  expect(page.pagination.page).toBe(2)
  expect(queryClient.getQueryData(query.queryKey)).toEqual(page)
  expect(seen).toHaveLength(1)
})

test('fetches the next page by the options of an infinite query', async () => {
  const { baseUrl } = await list()
  const query = listDeletionRequestsInfiniteOptions({ client: createClient(options(baseUrl)) })
  const observer = new InfiniteQueryObserver(queries(), query)
  await observer.refetch()
  await observer.fetchNextPage()
  const { data, hasNextPage } = await observer.fetchNextPage()
  expect(data?.pages.map(({ data }) => data[0]?.id)).toEqual(['1', '2', '3'])
  expect(hasNextPage).toBe(false)
})

test('ends an infinite query on another page than the requested one, as a loop over the list does', async () => {
  const { baseUrl, seen } = await serve((to) =>
    sendJson(to, 200, { data: [{}], pagination: { page: 1, limit: 1, total: 9 } }),
  )
  const query = listDeletionRequestsInfiniteOptions({ client: createClient(options(baseUrl)) })
  const observer = new InfiniteQueryObserver(queries(), query)
  await observer.refetch()
  const { error, data } = await observer.fetchNextPage()
  expect(error?.message).toBe('GET /admin/deletion-requests: 200 is not page 2')
  expect([data?.pages.length, seen.length]).toEqual([1, 2])
})

test('passes errors on, and cancels a query', async () => {
  const { baseUrl } = await serveSequence(respondWithError(401, 'INVALID_ADMIN_KEY'), () => {})
  const query = listDeletionRequestsOptions({ client: createClient(options(baseUrl)) })
  const queryClient = queries()
  expect((await errorOf(queryClient.fetchQuery(query), ApiError)).code).toBe('INVALID_ADMIN_KEY')
  const fetched = errorOf(queryClient.fetchQuery(query), Error)
  await queryClient.cancelQueries()
  expect((await fetched).constructor.name).toBe('CancelledError')
})

test('runs a mutation', async () => {
  const { baseUrl, seen } = await serveSequence(
    respondWithJson({ incident: {} }),
    respondWithError(409, 'INCIDENT_ALREADY_RESOLVED'),
  )
  const observer = new MutationObserver(queries(), resolveIncidentMutation({ client: createClient(options(baseUrl)) }))
  const variables = { path: { id: 'id' }, body: { cause: 'A' } }
  expect(await observer.mutate(variables)).toEqual({ incident: {} })
  expect((await errorOf(observer.mutate(variables), ApiError)).code).toBe('INCIDENT_ALREADY_RESOLVED')
  expect(seen.map(({ body }) => body)).toEqual(['{"cause":"A"}', '{"cause":"A"}'])
})

test('names a mutation by its operation, and refuses a signal that was stored', async () => {
  const { baseUrl, seen } = await serve(respondWithJson({ incident: {} }))
  const mutation = resolveIncidentMutation({ client: createClient(options(baseUrl)) })
  expect(mutation.mutationKey).toEqual([{ _id: 'resolveIncident', baseUrl }])
  const observer = new MutationObserver(queries(), mutation)
  const stored = JSON.parse(JSON.stringify({ path: { id: 'a' }, signal: new AbortController().signal }))
  expect((await errorOf(observer.mutate(stored), TypeError)).message).toBe('signal is no AbortSignal: do not store it')
  expect(seen).toEqual([])
})

test('runs a mutation whose options have its path, so that its calls need none', async () => {
  const { baseUrl, seen } = await serve(respondWithJson({ incident: {} }))
  const client = createClient(options(baseUrl))
  const ofOne = resolveIncidentMutation({ client, path: { id: 'a' } })
  const observer = new MutationObserver(queries(), ofOne)
  await observer.mutate()
  await observer.mutate({ body: { cause: 'A' } })
  await observer.mutate({ path: { id: 'b' } })
  expect(seen.map(({ url, body }) => `${url.split('/')[4]} ${body}`)).toEqual(['a ', 'a {"cause":"A"}', 'b '])
  const compiled = () => [
    // @ts-expect-error the path is missing
    new MutationObserver(queries(), resolveIncidentMutation({ client })).mutate({}),
    // @ts-expect-error a misspelled option
    resolveIncidentMutation({ client, timeOut: 5 }),
    // @ts-expect-error the body is required
    new MutationObserver(queries(), loginMutation({ client })).mutate(),
  ]
  expect(compiled).toBeTypeOf('function')
})

test('has the headers of a query in its key, whatever their form, and sends them', async () => {
  const { baseUrl, seen } = await list()
  const client = createClient(options(baseUrl))
  const plain = { 'X-Tenant': 'a', 'X-None': undefined }
  const headers = [
    plain,
    new Headers({ 'X-Tenant': 'a' }),
    () => ({ 'X-Tenant': 'a' }),
    new Headers({ 'X-Tenant': 'b' }),
  ]
  const keys = []
  for (const each of headers) {
    const query = listDeletionRequestsOptions({ client, headers: each })
    keys.push(hashKey(query.queryKey).match(/x-tenant":"(.)"/)?.[1])
    await queries().fetchQuery(query)
  }
  expect(keys).toEqual(['a', 'a', undefined, 'b'])
  expect(seen.map((request) => request.headers['x-tenant'])).toEqual(['a', 'a', 'a', 'b'])
})
