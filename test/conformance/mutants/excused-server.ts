/** The mutants of the server that nobody need kill, each with the reason. */
import { type Excuse, equivalent, hidden } from './excuse.ts'

const lowdb = 'server/store/lowdb.ts'
const operations = 'server/operations.ts'
const rules = 'server/rules.ts'
const tokens = 'server/security/tokens.ts'
const bearer = 'server/security/bearer.ts'

/** Parts of the store that no operation reaches. */
const unreached = Object.entries({
  isEmpty: 'is asked before data is loaded, when the server starts',
  dump: 'is for the operator, who copies a store',
  byKey: 'orders a dump, which is for the operator',
  count: 'is for the operator, who asks how much there is',
  changeTeam: 'is for the operator, who changes a plan',
  completeDeletions: 'is a periodic job, 30 days after the request',
  removeUser: 'is part of a periodic job, 30 days after the request',
  dropAttempts: 'is a periodic job',
}).map(([within, reason]) => hidden(lowdb, { within }, reason))

/** What is asked of a token that is signed with the right key, which only the server holds. */
const claims = ['issuer: party', 'audience: party', "requiredClaims: ['sub', 'exp', 'iat', 'jti']"]
const forged = claims.map((claim) =>
  hidden(tokens, { change: `${claim} → nothing` }, 'the kit has no key to sign a token that lacks it'),
)

export const excusedInServer: Excuse[] = [
  ...unreached,
  ...forged,
  equivalent(operations, { change: "'free' →" }, 'a plan that is not known is refused as the free one is'),
  equivalent(
    operations,
    { change: '→ store.forgetAttempts(' },
    'this store has forgotten them before the next request is read',
  ),
  equivalent(operations, { change: 'verification: null → nothing' }, 'a rule takes both for no code'),
  hidden(
    operations,
    { text: "if (!user) throw new ApiError('UNAUTHENTICATED')" },
    'a user would have to vanish while the request is answered',
  ),
  equivalent(operations, { within: 'team', change: 'createdAt → nothing' }, 'no operation shows when a team was made'),
  equivalent(
    operations,
    { change: 'deletionRequestedAt: null → nothing' },
    'whether a deletion is scheduled is read from the other date',
  ),
  equivalent(rules, { within: 'scopes', change: "'read' → ''" }, 'no operation asks for the scope read'),
  equivalent(rules, { change: "viewer: ['read'] → nothing" }, 'no operation asks for the scope read'),
  hidden(rules, { text: 'Object.hasOwn(scopes, role)', change: '→ true' }, 'nobody has a role that is not known'),
  hidden(rules, { change: "'enterprise' → ''" }, 'the hook makes nobody whose plan is higher than Pro'),
  hidden(rules, { change: 'verification.expiresAt <' }, 'shows in one millisecond, ten minutes after a code was made'),
  hidden(rules, { within: 'daysUntil', change: '0 → 1' }, 'shows on the last of 30 days'),
  equivalent(
    'server/views.ts',
    { text: 'if (deletionRequestedAt === null || deletionScheduledAt === null) throw' },
    'nobody is viewed so whose deletion is not scheduled',
  ),
  equivalent(
    'server/views.ts',
    { change: 'serviceId === undefined → false' },
    'JSON has no property that is undefined',
  ),
  hidden(
    'server/security/identity.ts',
    { change: 'user.passwordHash !== null → false' },
    'nobody has a password and a code',
  ),
  equivalent(
    'server/security/identity.ts',
    { change: '→ store.forgetAttempts(' },
    'this store has forgotten them before the next request is read',
  ),
  hidden(bearer, { text: 'others.length > 0 ? undefined' }, 'fetch sends two headers of one name as one'),
  equivalent(bearer, { change: 'userId → true' }, 'without an id no user is found either'),
  hidden(
    'server/security/attempts.ts',
    { text: 'Math.max(1,', change: '1 → 2' },
    'shows in the last second of 15 minutes',
  ),
  ...['1000 → 1001', 'ceil → floor'].map((change) =>
    hidden('server/security/attempts.ts', { change }, 'is less than a second of 15 minutes'),
  ),
  equivalent(
    tokens,
    { change: 'maxTokenAge: limits.accessTokenSeconds → nothing' },
    'a token that is older has expired',
  ),
  equivalent(tokens, { change: 'currentDate: now() → nothing' }, 'the clock of jose is the one of the server'),
  hidden(
    tokens,
    { text: 'if (error instanceof errors.JOSEError) return undefined', change: '→ true' },
    'no token makes jose fail otherwise',
  ),
  hidden(tokens, { change: 'throw error → ;' }, 'no token makes jose fail otherwise'),
  equivalent(tokens, { text: 'const refreshType =' }, 'by whatever name, it is not that of an access token'),
  hidden(tokens, { text: 'other === undefined ? [key]', change: '→ true' }, 'the server under test has one key'),
  hidden(
    tokens,
    { text: 'if (error instanceof errors.JWSSignatureVerificationFailed) continue' },
    'the server under test has one key',
  ),
  equivalent(tokens, { text: 'const party =' }, 'the same name is written into a token and asked of it'),
  equivalent(
    tokens,
    { text: 'const accessType =' },
    'the same name is written into a token and asked of it, and is not that of a refresh token',
  ),
  equivalent(
    tokens,
    { change: "algorithms: ['HS256'] → nothing" },
    'the key is one for HMAC with SHA-256, and jose uses it for nothing else',
  ),
  hidden(lowdb, { text: 'await db.read()' }, 'memory holds nothing when it is opened'),
  equivalent(
    lowdb,
    { within: 'load', change: 'await write(' },
    'what is written in memory is there before the next request is read',
  ),
  hidden(
    lowdb,
    { text: 'for (const user of copy.users) user.email =', change: '→ ;' },
    'the hook makes addresses in lower case',
  ),
  hidden(lowdb, { change: 'checkWhole(data, copy) → ;' }, 'the hook makes nothing whose owner is missing'),
  equivalent(lowdb, { within: 'addAccount', change: 'false → undefined' }, 'both say that the address is taken'),
  hidden(
    lowdb,
    { within: 'changeUser', change: '!user → false' },
    'a user would have to vanish while the request is answered',
  ),
  hidden(lowdb, { within: 'isOver', change: 'known.resetsAt <' }, 'shows in one millisecond of 15 minutes'),
  hidden(lowdb, { within: 'close' }, 'shows when the server ends'),
  hidden(lowdb, { text: 'if (!team) throw new Error(' }, 'nobody is without a team'),
  equivalent(
    lowdb,
    { within: 'bySchedule', text: 'return left < right ? -1 : 1' },
    'no two are equal, and only the sign counts',
  ),
  hidden(
    lowdb,
    { text: 'service.monitorIds = [...new Set(service.monitorIds)].sort()' },
    'the kit lists no monitor of a service twice, and the order is not shown',
  ),
  equivalent(
    lowdb,
    {
      text: "add(data, 'users', [{ ...structuredClone(user), email: user.email.toLowerCase() }])",
      change: 'email: user.email.toLowerCase() → nothing',
    },
    'the operation has written it in lower case already',
  ),
  equivalent(
    lowdb,
    { within: 'forgetAttempts', change: '→ write(' },
    'what is written in memory is there before the next request is read',
  ),
]
