/** The named steps of the implementation: the points at which a fault or a variant is hung in. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Incident, Monitor, Row, Service, Store, Team, User } from './records.ts'
import type { Code, Entry, Refusal } from './refusal.ts'

export const operations = [
  'signup',
  'login',
  'resolveIncident',
  'deleteIncident',
  'scheduleAccountDeletion',
  'listDeletionRequests',
  'resetServiceStats',
  'resetMonitorStats',
] as const

export type Operation = (typeof operations)[number]

export interface Call {
  /** `none` until the path is known. */
  operation: Operation | 'none'
  headers: IncomingHttpHeaders
  query: URLSearchParams
  /** The id in the path, if it has one. */
  id: string
  body: Json | undefined
  caller: User | undefined
}

export type Json = Record<string, unknown>

export interface Answer {
  status: number
  headers: Record<string, string>
  /** Absent if there is no body. */
  body?: unknown
  /** Sent as it is, in place of the body. */
  text?: string
}

/** How a credential travels: in which header, and what comes before it. */
export interface Travel {
  header: string
  prefix: string
}

/** What is checked before an operation runs. */
export type Check = 'authenticate' | 'authorize' | 'validate'
export type Transition = 'signup' | 'resolve' | 'delete' | 'schedule' | 'resetService' | 'resetMonitor'
export type State = (params: Json) => Json

/**
 * Every step calls the others by name, so that replacing one replaces it everywhere. Steps that refuse throw a Refusal.
 */
export interface Steps {
  // The world outside.
  now(): Date
  travel: { token: Travel; adminKey: Travel }
  upgradeUrl: string
  /** What the hook can make, by name. */
  states: Record<string, State>
  newMember(team: Team, role: string): User

  // A request comes in.
  arrived(call: Call): Promise<void> | void
  match(method: string, path: string): { operation: Operation; id: string }
  maxBodyBytes: number
  takesBody(operation: Operation): boolean
  isJson(headers: IncomingHttpHeaders): boolean
  parse(text: string): unknown
  checks: Check[]
  handlers: Record<Operation, (call: Call) => Promise<Json | undefined> | Json | undefined>

  // Who calls.
  security: Record<Operation, 'public' | 'user' | 'writer' | 'admin'>
  authenticate(call: Call): void
  authorize(call: Call): void
  credential(headers: IncomingHttpHeaders, travel: Travel): string | undefined
  userOf(token: string | undefined, call: Call): User | undefined
  /** The one that is looked for; made up at each start. */
  adminKey: string
  isAdminKey(key: string | undefined, call: Call): boolean
  mayWrite(user: User, call: Call): boolean
  issue(user: User, use: 'access' | 'refresh', call: Call): string

  // Is the request well-formed? Each tells what is wrong, or undefined.
  validate(call: Call): void
  queryProblem(call: Call): string | undefined
  bodyProblem(call: Call): string | undefined
  unknownProblem(body: Json, known: string[]): string | undefined
  textProblem(name: string, value: unknown): string | undefined
  emailProblem(value: unknown, call: Call): string | undefined
  passwordProblem(value: unknown, call: Call): string | undefined
  integerProblem(name: string, text: string): string | undefined
  dateProblem(text: string): string | undefined

  // Rules.
  address(email: string): string
  signedUp(input: Json): { user: User; team: Team }
  passwordMatches(user: User, password: unknown, call: Call): boolean
  codeMatches(user: User, code: unknown, call: Call): boolean
  countTry(key: string): void
  mayResolve(incident: Incident, call: Call): void
  resolved(incident: Incident, cause: unknown): Incident
  mayDelete(incident: Incident, call: Call): void
  verify(user: User, call: Call): void
  maySchedule(user: User): void
  scheduled(user: User): User
  graceMilliseconds: number
  mayReset(team: Team, call: Call): void
  goes(row: Row, before: string | null, call: Call): boolean
  isListed(user: User): boolean
  order(a: User, b: User, page: number): number
  page: { first: number; max: number }
  limit: { min: number; max: number; default: number }
  slice(users: User[], page: number, limit: number): User[]
  daysRemaining(user: User): unknown

  // The store.
  /** Runs a check and the write that relies on it, with nothing in between. */
  transition<T>(
    name: Transition,
    check: () => T,
    write: (checked: T) => Json | undefined,
  ): Promise<Json | undefined> | Json | undefined
  userByAddress(address: string, call: Call): User | undefined
  incidentOf(call: Call): Incident
  serviceOf(call: Call): Service
  monitorOf(call: Call): Monitor
  linked(service: Service): string[]
  saveUser(user: User, call: Call): void
  saveIncident(incident: Incident, call: Call): void
  removeIncident(incident: Incident): void
  removeRows(rows: Row[], call: Call): void

  // What is shown.
  time(date: Date, field: string): unknown
  session(user: User, call: Call): Json
  user(user: User, call: Call): Json
  incident(incident: Incident): Json
  deletion(user: User): Json
  request(user: User): Json
  listing(data: Json[], pagination: Json): Json
  pagination(page: number, limit: number, total: number, shown: number): Json
  reset(rows: Row[], call: Call): Json

  // An answer goes out.
  statuses: Record<Operation, number>
  errors: Record<Code, Entry>
  accepted(body: Json | undefined, call: Call): Answer
  refused(refusal: Refusal, call: Call): Answer
  error(error: Json, call: Call): Json
  everyHeader(call: Call): Record<string, string>
  answered(answer: Answer, call: Call): Answer
  send(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> | void
}

/** Replaces steps: `was` are the steps as they were, to be built upon. Called once for each start. */
export type Alteration = (was: Steps, store: Store) => Partial<Steps>
