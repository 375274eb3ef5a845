/** The entry with every operation as a separate function, so that a bundle contains only the ones in use. */
export * from './generated/operations.gen.ts'
export type { Call, Result } from './runtime/call.ts'
export type { Client, Options } from './runtime/client.ts'
export { deriveClient as withOptions } from './runtime/derive-client.ts'
export type { CallResponse } from './runtime/exchange.ts'
export { nextPage, type Page, type Paginated } from './runtime/pagination.ts'
export * from './runtime/shared-exports.ts'
export { createClient } from './runtime/transport.ts'
