/** The stored records. Times are RFC 3339 text in UTC with milliseconds, dates are YYYY-MM-DD; both sort as text. */

export const plans = ['free', 'pro', 'enterprise'] as const
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export const incidentTypes = ['manual', 'auto'] as const
export const incidentStatuses = ['open', 'resolved'] as const

export interface Team {
  id: string
  name: string | null
  plan: (typeof plans)[number]
  createdAt: string
}

export interface User {
  id: string
  /** In lower case. */
  email: string
  name?: string
  teamId: string
  role: (typeof roles)[number]
  /** bcrypt hash; null for a user who signs in with OAuth. */
  passwordHash: string | null
  verification: VerificationCode | null
  deletionRequestedAt: string | null
  deletionScheduledAt: string | null
  createdAt: string
}

export interface VerificationCode {
  /** bcrypt hash. */
  codeHash: string
  expiresAt: string
  /** The number of attempts, right or wrong. */
  tries: number
}

export interface Incident {
  id: string
  monitorId: string | null
  teamId: string
  type: (typeof incidentTypes)[number]
  status: (typeof incidentStatuses)[number]
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
  /** The monitors linked to the service. */
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

/** The number of attempts for a key in one time window. */
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
