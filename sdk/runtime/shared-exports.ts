/** The exports that the main entry shares with the entries for single operations and for calls by path. */
export { operationIds } from '../generated/operation-ids.gen.ts'
export type * from '../generated/types.gen.ts'
export { userAgent } from '../generated/user-agent.gen.ts'
export type {
  ErrorCode,
  ErrorDetail,
  KnownErrorDetail,
  UndeclaredCode,
  UndeclaredStatus,
  UnknownErrorDetail,
} from './error-detail.ts'
export * from './errors.ts'
export type { CallEvent } from './events.ts'
export type { Fetch, FetchedResponse, FetchInit, RequestedOperation } from './fetch.ts'
export type { HeadersInput, HeadersOption } from './headers.ts'
export { type Logger, type LogLevel, logEvents } from './log-events.ts'
export type { CallOptions, ClientOptions, Validate } from './options.ts'
export {
  type Credentials,
  type RefreshableSession,
  type RefreshOptions,
  type Session as CallerSession,
  withRefresh,
} from './session.ts'
