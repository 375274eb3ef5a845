/** Who calls: the eight operations, each with the credentials that its caller holds. */
import { type OperationId, operations } from '@monitoring-service/contract'
import type { components } from '@monitoring-service/contract/types'
import type { Exchange, InvalidCredential, OutgoingRequest } from './http.ts'

type Schemas = components['schemas']
export type Session = Schemas['Session']
export type Incident = Schemas['Incident']
export type AccountDeletion = Schemas['AccountDeletion']
export type DeletionRequest = Schemas['DeletionRequest']
export type DeletionRequestPage = Schemas['DeletionRequestPage']
export type StatsReset = Schemas['StatsReset']

/** An exchange to come, whose body has this type if the call is accepted. */
export interface Call<T> extends Promise<Exchange> {
  readonly answers?: T
}

/** What a caller is known by; each may be missing. */
export interface Identity {
  email?: string
  password?: string
  accessToken?: string
  refreshToken?: string
  adminKey?: string
  teamId?: string
  verificationCode?: string
}

/** How a credential travels: a header, and its value with `{token}` or `{key}` in it. */
export interface Transport {
  token: { header: string; value: string }
  admin: { header: string; value: string }
}

/** What is unusual about a request. */
export interface RequestDetails {
  id?: string
  /** As parameters, or letter by letter. */
  query?: Record<string, string | number> | string | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Sent letter by letter. */
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
  /** Any of the above with something unusual about it. */
  send<T = unknown>(operationId: OperationId, details?: RequestDetails): Call<T>
  /** The same caller, who shows these headers for credentials; what a report calls them, if they are disguised. */
  withCredentialHeaders(headers: Record<string, string>, invalidCredential?: InvalidCredential): Caller
  /** The same caller with another access token. */
  withToken(token: string): Caller
}

export interface Sender {
  send(request: OutgoingRequest): Promise<Exchange>
  transport: Transport
}

/** @param shown the headers of a caller who does not show the own credentials. */
export function createCaller(
  sender: Sender,
  identity: Identity,
  shown?: Record<string, string>,
  invalidCredential?: InvalidCredential,
): Caller {
  function send<T>(operationId: OperationId, details: RequestDetails = {}): Call<T> {
    const { method, path, security } = operations[operationId]
    const { id = '', body, text = body === undefined ? undefined : JSON.stringify(body) } = details
    const contentType = details.contentType ?? (text === undefined ? undefined : 'application/json')
    return sender.send({
      operationId,
      method: details.method ?? method,
      path: (details.path ?? path.replace('{id}', encodeURIComponent(id))) + queryOf(details.query),
      headers: {
        accept: 'application/json',
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(shown ?? ownHeaders(sender.transport, security?.scheme, identity)),
        ...details.headers,
      },
      body: text,
      ...(invalidCredential && { invalidCredential }),
    })
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

export function tokenHeader({ token }: Transport, value: string): Record<string, string> {
  return { [token.header.toLowerCase()]: token.value.replaceAll('{token}', value) }
}

export function adminKeyHeader({ admin }: Transport, value: string): Record<string, string> {
  return { [admin.header.toLowerCase()]: admin.value.replaceAll('{key}', value) }
}

/** What a header shows for a credential: what stands in its template's place, or behind the name of a scheme. */
export function findCredentials(
  { token, admin }: Transport,
  headers: Record<string, string>,
): [name: string, shown: string][] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const template = [token, admin].find(({ header }) => header.toLowerCase() === name.toLowerCase())?.value
    if (template === undefined && name.toLowerCase() !== 'authorization') return []
    const [before = '', after = ''] = template?.split(/\{token\}|\{key\}/) ?? []
    const isWritten = template !== undefined && value.startsWith(before) && value.endsWith(after)
    const shown = isWritten ? value.slice(before.length, value.length - after.length) : value.replace(/^[\w-]+ +/, '')
    return shown === '' ? [] : [[name, shown] as [string, string]]
  })
}

function queryOf(query: RequestDetails['query']): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return `?${query}`
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
