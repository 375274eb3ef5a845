/** Sample data: three teams, and a value for every field in at least one record. */
import { type Data, emptyData, type Incident, type User } from '../records.ts'

export const noon = '2025-06-15T12:00:00.000Z'
export const oneMsBeforeNoon = '2025-06-15T11:59:59.999Z'
export const oneMsAfterNoon = '2025-06-15T12:00:00.001Z'
const longAgo = '2024-03-01T09:30:00.123Z'

/** The days with statistics of each monitor. */
const days = ['2024-12-30', '2024-12-31', '2025-01-01', '2025-01-02', '2025-01-10']

/** Returns new objects on each call. */
export function sampleData(): Data {
  return {
    teams: [
      { id: 'acme', name: 'Acme', plan: 'pro', createdAt: longAgo },
      { id: 'globex', name: 'Globex', plan: 'enterprise', createdAt: longAgo },
      { id: 'solo', name: null, plan: 'free', createdAt: longAgo },
    ],
    users: [
      user({ id: 'ann', teamId: 'acme', name: 'Ann', passwordHash: hashOf('Ann') }),
      user({
        id: 'bea',
        teamId: 'acme',
        role: 'viewer',
        verification: { codeHash: hashOf('Code'), expiresAt: '2025-06-15T12:10:00.000Z', tries: 2 },
      }),
      user({ id: 'gus', teamId: 'globex', name: 'Gus', role: 'admin' }),
      user({ id: 'sam', teamId: 'solo', name: 'Sam', ...scheduled(noon) }),
    ],
    services: [
      { id: 'acme-shop', teamId: 'acme', monitorIds: ['acme-cart', 'acme-search'] },
      { id: 'acme-till', teamId: 'acme', monitorIds: ['acme-cart'] },
      { id: 'acme-bare', teamId: 'acme', monitorIds: [] },
      { id: 'globex-site', teamId: 'globex', monitorIds: ['globex-home'] },
      { id: 'solo-site', teamId: 'solo', monitorIds: ['solo-home'] },
    ],
    monitors: [
      { id: 'acme-cart', teamId: 'acme' },
      { id: 'acme-search', teamId: 'acme' },
      { id: 'acme-office', teamId: 'acme' },
      { id: 'globex-home', teamId: 'globex' },
      { id: 'solo-home', teamId: 'solo' },
    ],
    incidents: [
      incident({ id: 'acme-open', teamId: 'acme' }),
      incident({
        id: 'acme-over',
        teamId: 'acme',
        type: 'auto',
        status: 'resolved',
        monitorId: 'acme-cart',
        title: 'The cart is slow',
        resolvedAt: oneMsBeforeNoon,
        cause: 'A digger found the cable',
        serviceId: 'acme-shop',
      }),
      incident({ id: 'globex-open', teamId: 'globex', monitorId: 'globex-home' }),
      incident({ id: 'solo-open', teamId: 'solo', monitorId: 'solo-home' }),
    ],
    dailyStats: ['acme-cart', 'acme-search', 'acme-office', 'globex-home', 'solo-home'].flatMap((monitorId) =>
      days.map((date) => ({ monitorId, date })),
    ),
    attempts: [
      { key: 'signup ann@example.com', count: 1, resetsAt: noon },
      { key: 'gus@example.com', count: 3, resetsAt: '2025-06-15T12:15:00.000Z' },
      { key: 'sam@example.com', count: 4, resetsAt: '2025-06-15T12:15:00.000Z' },
    ],
  }
}

/** An owner with an e-mail made from the id. */
export function user(fields: Partial<User> & Pick<User, 'id' | 'teamId'>): User {
  return {
    email: `${fields.id}@example.com`,
    role: 'owner',
    passwordHash: null,
    verification: null,
    deletionRequestedAt: null,
    deletionScheduledAt: null,
    createdAt: longAgo,
    ...fields,
  }
}

/** The fields of a user scheduled for deletion at a time. */
export function scheduled(deletionScheduledAt: string): Pick<User, 'deletionRequestedAt' | 'deletionScheduledAt'> {
  return { deletionRequestedAt: '2025-05-16T12:00:00.000Z', deletionScheduledAt }
}

/** An open manual incident without optional values. */
export function incident(fields: Partial<Incident> & Pick<Incident, 'id' | 'teamId'>): Incident {
  return {
    monitorId: null,
    type: 'manual',
    status: 'open',
    title: null,
    startedAt: '2025-06-15T08:00:00.001Z',
    resolvedAt: null,
    cause: null,
    createdAt: '2025-06-15T08:05:00.999Z',
    ...fields,
  }
}

/** A user and the user's own team. */
export function account(id: string, fields: Partial<User> = {}): [User, Data['teams'][number]] {
  const teamId = `team-of-${id}`
  return [user({ id, teamId, ...fields }), { id: teamId, name: `Team of ${id}`, plan: 'free', createdAt: longAgo }]
}

/** Data of accounts only. */
export function dataOf(accounts: ReturnType<typeof account>[]): Data {
  return { ...emptyData(), users: accounts.map(([user]) => user), teams: accounts.map(([, team]) => team) }
}

/** Returns one record of the sample data. */
export function sampleRecord<Name extends 'teams' | 'users' | 'incidents'>(name: Name, id: string): Data[Name][number] {
  const found = sampleData()[name].find((record) => record.id === id)
  if (!found) throw new Error(`the sample data has no ${id} in ${name}`)
  return found
}

/** Unknown keys: names of inherited object properties, SQL, and one that looks like a real id. */
export const unknownKeys = ['__proto__', 'constructor', 'toString', '', '%', 'ACME-OPEN', "' OR '1'='1", '01J0000000']

/** Known ids with a NUL appended, which C code would cut off. */
const cutOff = ['', 'ann', 'ann@example.com', 'acme', 'acme-open', 'acme-cart', 'acme-shop'].map((id) => `${id}\0`)
export const unknownIds = [...unknownKeys, ...cutOff, '\0acme-open']

/** Well-formed texts that a faulty store may change. */
export const oddTexts = [
  '',
  ' blanks around ',
  'e\u0301 is not \u00e9',
  '👨‍👩‍👧 𝒳 \u{10ffff}',
  'שלום \u202e עברית',
  '\ufeff\ufffd\uffff\ue000\u2028\u0001',
  '\'); DROP TABLE users; -- "\\" %_ $1 ? :name',
  'two\r\nlines\tand a tab',
]

/** A text in the form of a bcrypt hash. */
function hashOf(name: string): string {
  return `$2b$10$${name.padEnd(53, '.')}`
}
