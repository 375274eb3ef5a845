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
  /**
   * The session of this name, which is made if there is none. It becomes the most recently used one, which is evicted
   * last.
   */
  enter(name: string): Session
  reset(name: string): void
}

/** The session that was not used for longest makes room for a new one; that of requests without a name stays. */
const maximum = 1_000

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>()
  return {
    enter(name) {
      const session = sessions.get(name) ?? { rules: new RuleList(), calls: [] }
      // Sessions are in the order of their last use.
      sessions.delete(name)
      sessions.set(name, session)
      const oldest = [...sessions.keys()].find((known) => known !== '')
      if (sessions.size > maximum && oldest !== undefined) sessions.delete(oldest)
      return session
    },
    reset: (name) => void sessions.delete(name),
  }
}

/** Not Node's own type, which the types of the MSW handlers would need in a page's project. */
type NodeHeaders = Record<string, string | string[] | undefined>

/** The name of a request's session on Node; empty if it has none. */
export function sessionNameOf({ headers }: { headers: NodeHeaders }): string {
  return String(headers[sessionHeader] ?? '')
}
