/** What is stored. Times are RFC 3339 text in UTC with milliseconds, dates are YYYY-MM-DD; both sort as text. */

export interface Team {
  id: string
  name: string | null
  plan: 'free' | 'pro' | 'enterprise'
  createdAt: string
}

export interface User {
  id: string
  /** In lower case. */
  email: string
  name?: string
  teamId: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  /** bcrypt; null for a user who comes by OAuth. */
  passwordHash: string | null
  verification: VerificationCode | null
  deletionRequestedAt: string | null
  deletionScheduledAt: string | null
  createdAt: string
}

export interface VerificationCode {
  /** bcrypt. */
  codeHash: string
  expiresAt: string
  /** How often it was tried, right or wrong. */
  tries: number
}

export interface Incident {
  id: string
  monitorId: string | null
  teamId: string
  type: 'manual' | 'auto'
  status: 'open' | 'resolved'
  title: string | null
  startedAt: string
  resolvedAt: string | null
  cause: string | null
  serviceId?: string
  createdAt: string
}

export interface Service {
  id: string
  teamId: string
  /** The monitors linked to it. */
  monitorIds: string[]
}

export interface Monitor {
  id: string
  teamId: string
}

/** One row of monitor_daily_stats (Document 2.6). */
export interface DailyStat {
  monitorId: string
  date: string
}

/** Tries counted in one window of time. */
export interface Attempts {
  key: string
  count: number
  resetsAt: string
}

export interface Data {
  teams: Team[]
  users: User[]
  services: Service[]
  monitors: Monitor[]
  incidents: Incident[]
  dailyStats: DailyStat[]
  attempts: Attempts[]
}

export function emptyData(): Data {
  return { teams: [], users: [], services: [], monitors: [], incidents: [], dailyStats: [], attempts: [] }
}
