/** The entry with every operation as a separate function, so that a bundle contains only the ones in use. */
export * from './generated/operations.gen.ts'
export type * from './generated/types.gen.ts'
export type { Call, Result } from './runtime/call.ts'
export { type Client, createClient, type Options } from './runtime/client.ts'
export type {
  ErrorCode,
  ErrorDetail,
  KnownErrorDetail,
  UndeclaredStatus,
  UnknownErrorDetail,
} from './runtime/error-detail.ts'
export * from './runtime/errors.ts'
export type { CallEvent } from './runtime/events.ts'
export type { CallResponse } from './runtime/exchange.ts'
export type { Fetch, FetchedResponse, FetchInit } from './runtime/fetch.ts'
export type { HeadersInput, HeadersOption, HeadersRequest } from './runtime/headers.ts'
export { type Logger, type LogLevel, logEvents } from './runtime/log-events.ts'
export type { CallOptions, ClientOptions } from './runtime/options.ts'
export { nextPage } from './runtime/pagination.ts'
export type { Credentials, Session as CallerSession } from './runtime/session.ts'
