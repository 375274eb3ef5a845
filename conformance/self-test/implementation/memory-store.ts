/** The records of the implementation, in memory. */

export interface Team {
  id: string
  name: string | null
  plan: 'free' | 'pro'
}

export interface User {
  id: string
  email: string
  name: string | undefined
  /** Plain text, for the self-test only. Absent for OAuth users. */
  password: string | undefined
  /** The current verification code of an OAuth user. */
  code: { digits: string; expires: number; attemptsLeft: number } | undefined
  teamId: string
  role: string
  createdAt: Date
  deletion: { requestedAt: Date; scheduledAt: Date } | undefined
}

export interface Incident {
  id: string
  monitorId: string | null
  teamId: string
  type: string
  status: string
  title: string | null
  startedAt: Date
  resolvedAt: Date | null
  cause: string | null
  serviceId: string | undefined
  createdAt: Date
}

export interface Monitor {
  id: string
  teamId: string
}

export interface Service {
  id: string
  teamId: string
  monitors: string[]
}

/** One record of monitor_daily_stats (Document 2.6). */
export interface StatsRow {
  monitorId: string
  /** YYYY-MM-DD. */
  date: string
}

export interface Token {
  userId: string
  use: 'access' | 'refresh'
  /** In milliseconds since 1970. */
  expires: number
}

export interface Store {
  teams: Map<string, Team>
  users: Map<string, User>
  incidents: Map<string, Incident>
  monitors: Map<string, Monitor>
  services: Map<string, Service>
  stats: Set<StatsRow>
  tokens: Map<string, Token>
  /** The times of attempts by e-mail or account, in milliseconds since 1970. */
  attempts: Map<string, number[]>
}

export function createStore(): Store {
  return {
    teams: new Map(),
    users: new Map(),
    incidents: new Map(),
    monitors: new Map(),
    services: new Map(),
    stats: new Set(),
    tokens: new Map(),
    attempts: new Map(),
  }
}
