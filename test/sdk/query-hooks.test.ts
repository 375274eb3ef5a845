/** The options of /react-query compile with every hook of TanStack Query 5, and with its client. */
import {
  type QueryClient,
  useInfiniteQuery,
  useIsFetching,
  useIsMutating,
  useMutation,
  useMutationState,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { expect, expectTypeOf, test } from 'vitest'
import type { DeletionRequestPage, Incident, ListDeletionRequestsErrors, Thrown } from '../../sdk/index.ts'
import {
  type createClient,
  listDeletionRequestsInfiniteOptions,
  listDeletionRequestsOptions,
  resolveIncidentMutation,
} from '../../sdk/react-query.ts'

type Client = ReturnType<typeof createClient>
/** Takes code that is compiled and never run. */
const compiled = (code: unknown) => expect(code).toBeTypeOf('function')

test('The options of a query fit every hook and method for one page', () => {
  compiled((client: Client, queries: QueryClient) => {
    const page = listDeletionRequestsOptions({ client })
    expectTypeOf(useQuery(page).data).toEqualTypeOf<DeletionRequestPage | undefined>()
    expectTypeOf(useQuery(page).error).toEqualTypeOf<Thrown<ListDeletionRequestsErrors> | null>()
    expectTypeOf(useSuspenseQuery(page).data).toEqualTypeOf<DeletionRequestPage>()
    expectTypeOf(useQueries({ queries: [page] })[0].data).toEqualTypeOf<DeletionRequestPage | undefined>()
    expectTypeOf(useSuspenseQueries({ queries: [page] })[0].data).toEqualTypeOf<DeletionRequestPage>()
    expectTypeOf(queries.getQueryData(page.queryKey)).toEqualTypeOf<DeletionRequestPage | undefined>()
    expectTypeOf(queries.fetchQuery(page)).toEqualTypeOf<Promise<DeletionRequestPage>>()
    expectTypeOf(queries.ensureQueryData(page)).toEqualTypeOf<Promise<DeletionRequestPage>>()
    const total = useQuery({ ...page, select: ({ pagination }) => pagination.total })
    expectTypeOf(total.data).toEqualTypeOf<number | undefined>()
    return [usePrefetchQuery(page), useIsFetching(page), queries.prefetchQuery(page), queries.invalidateQueries(page)]
  })
})

test('The options of an infinite query fit every hook and method for all pages, with and without parts of the caller', () => {
  compiled((client: Client, queries: QueryClient) => {
    const pages = listDeletionRequestsInfiniteOptions({ client, query: { limit: 5 } })
    expectTypeOf(useInfiniteQuery(pages).data?.pages).toEqualTypeOf<DeletionRequestPage[] | undefined>()
    expectTypeOf(useSuspenseInfiniteQuery(pages).data.pages).toEqualTypeOf<DeletionRequestPage[]>()
    useSuspenseInfiniteQuery({ ...pages, initialPageParam: 3, staleTime: 5 })
    expectTypeOf(queries.getQueryData(pages.queryKey)?.pages).toEqualTypeOf<DeletionRequestPage[] | undefined>()
    queries.fetchInfiniteQuery(pages)
    return [
      usePrefetchInfiniteQuery(pages),
      queries.prefetchInfiniteQuery(pages),
      queries.ensureInfiniteQueryData(pages),
    ]
  })
})

test('The options of a mutation fit every hook and method, by their key, too', () => {
  compiled((client: Client, queries: QueryClient) => {
    const resolve = resolveIncidentMutation({ client })
    const { mutationKey } = resolve
    expectTypeOf(useMutation(resolve).data).toEqualTypeOf<{ incident: Incident } | undefined>()
    useMutation({ ...resolve, onError: (error) => error.code === 'INCIDENT_ALREADY_RESOLVED' })
    queries.setMutationDefaults(mutationKey, resolve)
    return [useIsMutating({ mutationKey }), useMutationState({ filters: { mutationKey } })]
  })
})
