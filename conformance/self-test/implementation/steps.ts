/** The named steps of the implementation, which a fault or a variant overrides. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Incident, Monitor, Service, StatsRow, Store, Team, User } from './memory-store.ts'
import type { Operation, security } from './operations.ts'
import type { ErrorCode, ErrorEntry, ServiceError } from './service-error.ts'

export interface ServiceCall {
  /** `none` until the path is known. */
  operation: Operation | 'none'
  headers: IncomingHttpHeaders
  /** The same object for all requests of a connection. */
  connection: object
  query: URLSearchParams
  /** The id in the path, or an empty string. */
  id: string
  body: Json | undefined
  caller: User | undefined
}

export type Json = Record<string, unknown>

export interface ServiceResponse {
  status: number
  headers: Record<string, string>
  /** Absent if there is no body. */
  body?: unknown
  /** Sent verbatim in place of the body. */
  text?: string
}

/** The header of a credential, and the prefix of its value. */
export interface CredentialTransport {
  header: string
  prefix: string
}

/** The checks before an operation runs. */
export type Guard = 'authenticate' | 'authorize' | 'validate'

type Handler = (call: ServiceCall) => Promise<Json | undefined> | Json | undefined

/** Steps and records. Steps call each other through `this`, so an override applies everywhere; those that reject throw. */
export interface Steps extends Store, Record<Operation, Handler> {
  // Environment.
  now(): Date
  transport: { token: CredentialTransport; adminKey: CredentialTransport }
  upgradeUrl: string
  /** A record of the hook; undefined if it cannot make it, or has none with this id. */
  makeRecord(kind: string, fields: Json, id?: string): Json | undefined
  createMember(team: Team, role: string): User

  // Requests.
  onRequest(call: ServiceCall): Promise<void> | void
  match(method: string, path: string): { operation: Operation; id: string }
  maxBodyBytes: number
  takesBody(operation: Operation): boolean
  isJson(headers: IncomingHttpHeaders): boolean
  guards: Guard[]

  // Authentication.
  security: typeof security
  authenticate(call: ServiceCall): void
  authorize(call: ServiceCall): void
  userOfToken(token: string | undefined, call: ServiceCall): User | undefined
  adminKey: string
  isAdminKey(key: string | undefined, call: ServiceCall): boolean
  canWrite(user: User, call: ServiceCall): boolean
  issueToken(user: User, use: 'access' | 'refresh', call: ServiceCall): string

  // Validation. Each returns a message, or undefined if the value is valid.
  validate(call: ServiceCall): void
  queryError(call: ServiceCall): string | undefined
  bodyError(call: ServiceCall): string | undefined
  unknownPropertyError(body: Json, known: string[]): string | undefined
  textError(name: string, value: unknown): string | undefined
  emailError(value: unknown, call: ServiceCall): string | undefined
  passwordError(value: unknown, call: ServiceCall): string | undefined
  integerError(name: string, text: string): string | undefined
  dateError(text: string): string | undefined

  // Rules.
  normalizeEmail(email: string): string
  createAccount(input: Json): { user: User; team: Team }
  passwordMatches(user: User, password: unknown, call: ServiceCall): boolean
  /** Counts a wrong code. */
  codeMatches(user: User, code: unknown, call: ServiceCall): boolean
  countAttempt(key: string): void
  assertResolvable(incident: Incident, call: ServiceCall): void
  toResolved(incident: Incident, cause: unknown): Incident
  assertDeletable(incident: Incident, call: ServiceCall): void
  verifyProof(user: User, call: ServiceCall): void
  assertSchedulable(user: User): void
  toScheduled(user: User): User
  completeDeletion(user: User): void
  assertResettable(team: Team, call: ServiceCall): void
  isInReset(row: StatsRow, before: string | null, call: ServiceCall): boolean
  isListed(user: User): boolean
  compareUsers(a: User, b: User, page: number): number
  pageBounds: { first: number; max: number }
  limitBounds: { min: number; max: number; default: number }
  slicePage(users: User[], place: { page: number; limit: number }): User[]
  daysRemaining(user: User): unknown

  // The store.
  /** Runs a check and the write that depends on it, atomically. */
  transition<T>(check: () => T, write: (checked: T) => Json | undefined, call: ServiceCall): ReturnType<Handler>
  userByEmail(address: string, call: ServiceCall): User | undefined
  incidentOf(call: ServiceCall): Incident
  serviceOf(call: ServiceCall): Service
  monitorOf(call: ServiceCall): Monitor
  monitorsOf(service: Service): string[]
  saveUser(user: User, call: ServiceCall): void
  saveIncident(incident: Incident, call: ServiceCall): void
  removeIncident(incident: Incident): void
  removeRows(rows: StatsRow[], call: ServiceCall): void

  // Serialization.
  formatTime(date: Date, field: string): unknown
  session(user: User, call: ServiceCall): Json
  user(user: User, call: ServiceCall): Json
  incident(incident: Incident): Json
  deletion(user: User): Json
  deletionRequest(user: User): Json
  listing(data: Json[], pagination: Json): Json
  pagination(listed: { page: number; limit: number; total: number; shown: number }): Json
  resetResult(rows: StatsRow[], call: ServiceCall): Json

  // Responses.
  statuses: Record<Operation, number>
  errors: Record<ErrorCode, ErrorEntry>
  accepted(body: Json | undefined, call: ServiceCall): ServiceResponse
  refused(error: ServiceError, call: ServiceCall): ServiceResponse
  error(error: Json, call: ServiceCall): Json
  responseHeaders(call: ServiceCall): Record<string, string>
  onResponse(response: ServiceResponse, call: ServiceCall): ServiceResponse
  send(response: ServiceResponse, request: IncomingMessage, outgoing: ServerResponse): Promise<void> | void
}

/** Replaces steps; `base` has the steps before the replacement. Called once for each start. */
export type Override = (base: Steps) => Partial<Steps>
