/** The steps of authentication and authorization. Tokens are opaque; the role is read from the store on each request. */
import { randomBytes } from 'node:crypto'
import type { Store } from './memory-store.ts'
import { security } from './operations.ts'
import { invalidToken, ServiceError } from './service-error.ts'
import type { CredentialTransport, ServiceCall, Steps } from './steps.ts'

const lifetimes = { access: 900_000, refresh: 2_592_000_000 }

export function readCredential(headers: ServiceCall['headers'], { header, prefix }: CredentialTransport) {
  const value = headers[header.toLowerCase()]
  if (typeof value !== 'string' || !value.toLowerCase().startsWith(prefix.toLowerCase())) return undefined
  return value.slice(prefix.length)
}

export function authenticationSteps(steps: Steps, store: Store) {
  return {
    adminKey: randomBytes(24).toString('hex'),

    transport: {
      token: { header: 'Authorization', prefix: 'Bearer ' },
      adminKey: { header: 'X-Admin-Api-Key', prefix: '' },
    },

    security,

    authenticate(call) {
      if (call.operation === 'none') return
      const kind = steps.security[call.operation]
      if (kind === 'admin') {
        if (!steps.isAdminKey(readCredential(call.headers, steps.transport.adminKey), call))
          throw new ServiceError('INVALID_ADMIN_KEY')
      } else if (kind !== 'public') {
        call.caller = steps.userOfToken(readCredential(call.headers, steps.transport.token), call)
        const isPresented = /^Bearer\s/i.test(String(call.headers.authorization))
        if (!call.caller) throw new ServiceError('UNAUTHENTICATED', '', isPresented ? invalidToken : {})
      }
    },

    authorize(call) {
      const writes = call.operation !== 'none' && steps.security[call.operation] === 'writer'
      if (writes && call.caller && !steps.canWrite(call.caller, call)) throw new ServiceError('INSUFFICIENT_SCOPE')
    },

    userOfToken(token) {
      const known = store.tokens.get(token ?? '')
      const valid = known?.use === 'access' && known.expires > steps.now().getTime()
      return valid ? store.users.get(known.userId) : undefined
    },

    isAdminKey: (key) => key === steps.adminKey,

    canWrite: ({ role }) => role !== 'viewer',

    issueToken(user, use) {
      const token = randomBytes(24).toString('base64url')
      store.tokens.set(token, { userId: user.id, use, expires: steps.now().getTime() + lifetimes[use] })
      return token
    },
  } satisfies Partial<Steps>
}
