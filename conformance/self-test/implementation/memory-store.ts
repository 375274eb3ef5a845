/** The records of the implementation, in memory, and their ids. */
import { randomBytes } from 'node:crypto'

export interface Team {
  id: string
  name: string | null
  plan: 'free' | 'pro' | 'business'
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

export type Store = ReturnType<typeof createStore>

export function createStore() {
  const tokens = new Map<string, Token>()
  const ofTeams = {
    incidents: new Map<string, Incident>(),
    monitors: new Map<string, Monitor>(),
    services: new Map<string, Service>(),
  }
  const teams = new Map<string, Team>()
  return {
    teams,
    users: new Map<string, User>(),
    ...ofTeams,
    stats: new Set<StatsRow>(),
    tokens,
    /** The times of attempts by e-mail or account, in milliseconds since 1970. */
    attempts: new Map<string, number[]>(),
    /** Values that an override remembers from call to call. */
    notes: new Map<string, unknown>(),
    removeTeam(id: string): void {
      for (const records of Object.values(ofTeams)) {
        for (const record of records.values()) if (record.teamId === id) records.delete(record.id)
      }
      teams.delete(id)
    },
    revokeTokens(id: string): void {
      for (const [token, { userId }] of tokens) if (userId === id) tokens.delete(token)
    },
  }
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A ULID, as the ids of users are (Document 2.1). */
export function newId(): string {
  const time = Array.from({ length: 10 }, (_, i) => letters[Math.floor(Date.now() / 32 ** (9 - i)) % 32])
  const random = Array.from(randomBytes(16), (byte) => letters[byte % 32])
  return [...time, ...random].join('')
}
