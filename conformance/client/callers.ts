/** A caller: the eight operations, sent with the credentials of one identity. */
import { type OperationId, operations } from '@monitoring-service/contract'
import type { components } from '@monitoring-service/contract/types'
import { adminKeyHeader, type Identity, type InvalidCredential, type Transport, tokenHeader } from './credentials.ts'
import type { Exchange, OutgoingRequest } from './exchange.ts'

type Schemas = components['schemas']
export type Session = Schemas['Session']
export type Incident = Schemas['Incident']
export type AccountDeletion = Schemas['AccountDeletion']
export type DeletionRequest = Schemas['DeletionRequest']
export type DeletionRequestPage = Schemas['DeletionRequestPage']
export type StatsReset = Schemas['StatsReset']

export type Call<T> = Promise<Exchange<T>>

/** Parts of a request that differ from the usual ones. */
export interface RequestDetails {
  id?: string
  /** Parameters, or a verbatim query string. */
  query?: Record<string, string | number> | string | undefined
  body?: unknown
  /** Sent verbatim. */
  text?: string
  contentType?: string
  method?: string
  path?: string
  headers?: Record<string, string>
}

export interface Caller extends Identity {
  transport: Transport
  signUp(body: unknown): Call<Session>
  logIn(body: unknown): Call<Session>
  resolve(id: string, body?: unknown): Call<{ incident: Incident }>
  deleteIncident(id: string): Call<void>
  deleteAccount(proof: unknown): Call<AccountDeletion>
  listDeletionRequests(query?: RequestDetails['query']): Call<DeletionRequestPage>
  resetService(id: string, query?: RequestDetails['query']): Call<StatsReset>
  resetMonitor(id: string, query?: RequestDetails['query']): Call<StatsReset>
  /** Any operation with unusual details. */
  send<T = unknown>(operationId: OperationId, details?: RequestDetails): Call<T>
  /** The same caller with these headers in place of its credentials. */
  withCredentialHeaders(headers: Record<string, string>, invalidCredential?: InvalidCredential): Caller
  withToken(token: string): Caller
}

export interface Sender {
  send(request: OutgoingRequest): Promise<Exchange>
  transport: Transport
}

/** @param credentialHeaders replace the headers of the identity's own credentials. */
export function createCaller(
  sender: Sender,
  identity: Identity,
  credentialHeaders?: Record<string, string>,
  invalidCredential?: InvalidCredential,
): Caller {
  function send<T>(operationId: OperationId, details: RequestDetails = {}): Call<T> {
    const { method, path, security } = operations[operationId]
    const { id = '', body, text = body === undefined ? undefined : JSON.stringify(body) } = details
    const contentType = details.contentType ?? (text === undefined ? undefined : 'application/json')
    return sender.send({
      operationId,
      method: details.method ?? method,
      path: (details.path ?? path.replace('{id}', encodeURIComponent(id))) + toQueryString(details.query),
      headers: {
        accept: 'application/json',
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(credentialHeaders ?? ownHeaders(sender.transport, security?.scheme, identity)),
        ...details.headers,
      },
      body: text,
      ...(invalidCredential && { invalidCredential }),
    }) as Call<T>
  }
  return {
    ...identity,
    transport: sender.transport,
    send,
    signUp: (body) => send('signup', { body }),
    logIn: (body) => send('login', { body }),
    resolve: (id, body) => send('resolveIncident', { id, body }),
    deleteIncident: (id) => send('deleteIncident', { id }),
    deleteAccount: (body) => send('scheduleAccountDeletion', { body }),
    listDeletionRequests: (query) => send('listDeletionRequests', { query }),
    resetService: (id, query) => send('resetServiceStats', { id, query }),
    resetMonitor: (id, query) => send('resetMonitorStats', { id, query }),
    withCredentialHeaders: (headers, invalidCredential) => createCaller(sender, identity, headers, invalidCredential),
    withToken: (token) => createCaller(sender, { ...identity, accessToken: token }),
  }
}

function ownHeaders(transport: Transport, scheme: string | undefined, identity: Identity): Record<string, string> {
  if (scheme === 'bearerAuth' && identity.accessToken !== undefined) return tokenHeader(transport, identity.accessToken)
  if (scheme === 'adminApiKey' && identity.adminKey !== undefined) return adminKeyHeader(transport, identity.adminKey)
  return {}
}

function toQueryString(query: RequestDetails['query']): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return `?${query}`
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
