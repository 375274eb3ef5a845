/** The entry with options for TanStack Query. Each takes the `client` of `@monitoring-service/sdk/operations`. */
export * from './generated/react-query.gen.ts'
export { nextPage } from './runtime/pagination.ts'
export type { Infinite, Mutation, Query, QueryKey } from './runtime/query-options.ts'
export { createClient } from './runtime/transport.ts'
