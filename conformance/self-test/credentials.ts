/** The steps that find out who calls. Tokens are opaque; what one may do is read from the store on each request. */
import { randomBytes } from 'node:crypto'
import type { Store } from './records.ts'
import { Refusal } from './refusal.ts'
import type { Steps } from './steps.ts'

const lifetimes = { access: 900_000, refresh: 2_592_000_000 }

export function credentials(the: Steps, store: Store) {
  return {
    adminKey: randomBytes(24).toString('base64url'),

    travel: {
      token: { header: 'Authorization', prefix: 'Bearer ' },
      adminKey: { header: 'X-Admin-Api-Key', prefix: '' },
    },

    security: {
      signup: 'public',
      login: 'public',
      resolveIncident: 'writer',
      deleteIncident: 'writer',
      scheduleAccountDeletion: 'user',
      listDeletionRequests: 'admin',
      resetServiceStats: 'user',
      resetMonitorStats: 'user',
    },

    authenticate(call) {
      if (call.operation === 'none') return
      const kind = the.security[call.operation]
      if (kind === 'admin') {
        if (!the.isAdminKey(the.credential(call.headers, the.travel.adminKey), call))
          throw new Refusal('INVALID_ADMIN_KEY')
      } else if (kind !== 'public') {
        call.caller = the.userOf(the.credential(call.headers, the.travel.token), call)
        if (!call.caller) throw new Refusal('UNAUTHENTICATED')
      }
    },

    authorize(call) {
      const writes = call.operation !== 'none' && the.security[call.operation] === 'writer'
      if (writes && call.caller && !the.mayWrite(call.caller, call)) throw new Refusal('INSUFFICIENT_SCOPE')
    },

    credential(headers, { header, prefix }) {
      const value = headers[header.toLowerCase()]
      if (typeof value !== 'string' || !value.toLowerCase().startsWith(prefix.toLowerCase())) return undefined
      return value.slice(prefix.length)
    },

    userOf(token) {
      const known = store.tokens.get(token ?? '')
      const valid = known?.use === 'access' && known.expires > the.now().getTime()
      return valid ? store.users.get(known.userId) : undefined
    },

    isAdminKey: (key) => key === the.adminKey,

    mayWrite: ({ role }) => role !== 'viewer',

    issue(user, use) {
      const token = randomBytes(24).toString('base64url')
      store.tokens.set(token, { userId: user.id, use, expires: the.now().getTime() + lifetimes[use] })
      return token
    },
  } satisfies Partial<Steps>
}
