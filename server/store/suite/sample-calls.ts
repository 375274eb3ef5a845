/** Sample calls of store methods. On the sample data, each call finds or changes something. */
import type { Store } from '../store.ts'
import { account, noon } from './sample-data.ts'

type Calls = Partial<Record<keyof Store, (store: Store) => Promise<unknown>>>

export const readCalls = {
  isEmpty: (store) => store.isEmpty(),
  findUser: (store) => store.findUser('ann@example.com'),
  findMember: (store) => store.findMember('ann'),
  listDeletionRequests: (store) => store.listDeletionRequests(0, 20),
  findAttempts: (store) => store.findAttempts('gus@example.com'),
  dump: (store) => store.dump(),
  count: (store) => store.count(),
} satisfies Calls

export const writeCalls = {
  load: (store) => {
    const [user, team] = account('loaded')
    const others = { services: [], monitors: [], incidents: [], dailyStats: [], attempts: [] }
    return store.load({ teams: [team], users: [user], ...others })
  },
  addAccount: (store) => store.addAccount(...account('added')),
  changeTeam: (store) => store.changeTeam('solo', (team) => ({ ...team, plan: 'pro' })),
  changeUser: (store) => store.changeUser('bea', (user) => ({ ...user, name: 'Changed', verification: null })),
  changeIncident: (store) => store.changeIncident('acme', 'acme-open', { set: { cause: 'Changed' } }),
  removeIncident: (store) => store.removeIncident('acme', 'acme-over'),
  resetMonitorStats: (store) => store.resetMonitorStats('acme', 'acme-cart', undefined),
  resetServiceStats: (store) => store.resetServiceStats('globex', 'globex-site', '2025-01-02'),
  completeDeletions: (store) => store.completeDeletions(noon, 100),
  countAttempt: (store) => store.countAttempt('gus@example.com', noon, '2025-06-15T12:30:00.000Z'),
  forgetAttempts: (store) => store.forgetAttempts('gus@example.com'),
  dropAttempts: (store) => store.dropAttempts(noon),
} satisfies Calls
