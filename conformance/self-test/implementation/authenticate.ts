/** The steps of authentication and authorization. Tokens are opaque; the role is read from the store on each request. */
import { randomBytes } from 'node:crypto'
import { security } from './operations.ts'
import { ServiceError } from './service-error.ts'
import type { CredentialTransport, ServiceCall, Steps } from './steps.ts'

const lifetimes = { access: 900_000, refresh: 2_592_000_000 }

export function readCredential(headers: ServiceCall['headers'], { header, prefix }: CredentialTransport) {
  const value = headers[header.toLowerCase()]
  if (typeof value !== 'string' || !value.toLowerCase().startsWith(prefix.toLowerCase())) return undefined
  return value.slice(prefix.length)
}

export const authentication = {
  adminKey: randomBytes(24).toString('hex'),

  transport: {
    token: { header: 'Authorization', prefix: 'Bearer ' },
    adminKey: { header: 'X-Admin-Api-Key', prefix: '' },
  },

  security,

  authenticate(call) {
    if (call.operation === 'none') return
    const kind = this.security[call.operation]
    if (kind === 'admin') {
      if (!this.isAdminKey(readCredential(call.headers, this.transport.adminKey), call))
        throw new ServiceError('INVALID_ADMIN_KEY')
    } else if (kind !== 'public') {
      call.caller = this.userOfToken(readCredential(call.headers, this.transport.token), call)
      const isPresented = /^Bearer\s/i.test(String(call.headers.authorization))
      const { invalidCredentialHeaders } = this.errors.UNAUTHENTICATED
      if (!call.caller) throw new ServiceError('UNAUTHENTICATED', '', isPresented ? invalidCredentialHeaders : {})
    }
  },

  authorize(call) {
    const writes = call.operation !== 'none' && this.security[call.operation] === 'writer'
    if (writes && call.caller && !this.canWrite(call.caller, call)) throw new ServiceError('INSUFFICIENT_SCOPE')
  },

  userOfToken(token) {
    const known = this.tokens.get(token ?? '')
    const valid = known?.use === 'access' && known.expires > this.now().getTime()
    return valid ? this.users.get(known.userId) : undefined
  },

  isAdminKey(key) {
    return key === this.adminKey
  },

  canWrite: ({ role }) => role !== 'viewer',

  issueToken(user, use) {
    const token = randomBytes(24).toString('base64url')
    this.tokens.set(token, { userId: user.id, use, expires: this.now().getTime() + lifetimes[use] })
    return token
  },
} satisfies Partial<Steps> & ThisType<Steps>
