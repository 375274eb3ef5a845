/** Sessions keep the rules, calls and data of parallel tests apart. */
import type { Context } from '@monitoring-service/server/context'
import type { Exchange } from './exchange.ts'
import { RuleList } from './rules.ts'

/** The request header with the name of a session; requests without it share one. */
export const sessionHeader = 'mock-session'

/** Records, and the time at which operations run on them. */
export type World = Pick<Context, 'store' | 'now'>

export interface Session {
  rules: RuleList
  /** The last exchanges, the oldest first. */
  calls: Exchange[]
  /** The records, in a mock with memory. */
  world?: Promise<World>
}

export interface Sessions {
  get(name: string): Session
  reset(name: string): void
}

/** The oldest session makes room for a new one. */
const maximum = 1_000

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>()
  return {
    get(name) {
      const session = sessions.get(name) ?? { rules: new RuleList(), calls: [] }
      if (!sessions.has(name)) {
        if (sessions.size === maximum) sessions.delete(sessions.keys().next().value ?? '')
        sessions.set(name, session)
      }
      return session
    },
    reset: (name) => void sessions.delete(name),
  }
}
