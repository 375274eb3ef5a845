/** Variants in credentials: formats, lifetimes and the effect of wrong ones. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Team, Token } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { all, handling, keepingDeletedUsers } from '../old-overrides.ts'
import { legal } from './variant.ts'

const anyToken = '2.1: accessToken is a string; 5: "Transmission of credentials: not shown."'

/** Tokens in another encoding. */
const encoded =
  (encode: (token: string, use: string) => string): Override =>
  (base, store) => ({
    issueToken(user, use, call) {
      const short = base.issueToken(user, use, call)
      const token = encode(short, use)
      store.tokens.set(token, store.tokens.get(short) as Token)
      return token
    },
  })

export const credentialVariants = [
  ...legal('8: "Both stats reset operations require a paid plan"; how soon a change of the plan shows is not said.', {
    'plan-in-token: The plan is that of the log-in': (base, store) => {
      const plans = new Map<string, Team['plan']>()
      return {
        issueToken(user, use, call) {
          const token = base.issueToken(user, use, call)
          plans.set(token, store.teams.get(user.teamId)?.plan ?? 'free')
          return token
        },
        assertResettable(team, call) {
          const token = base.readCredential(call.headers, base.transport.token) ?? ''
          base.assertResettable({ ...team, plan: plans.get(token) ?? team.plan }, call)
        },
      }
    },
    'plan-after-a-while: A change of the plan shows after half a second': (base) => {
      const read = new Map<string, { plan: Team['plan']; until: number }>()
      return {
        assertResettable(team, call) {
          const known = read.get(team.id)
          const isFresh = known !== undefined && known.until > Date.now()
          const { plan } = isFresh ? known : team
          if (!isFresh) read.set(team.id, { plan, until: Date.now() + 500 })
          base.assertResettable({ ...team, plan }, call)
        },
      }
    },
  }),
  ...legal(anyToken, {
    'token-jwt: Tokens are JSON Web Tokens, verified by signature only': (base, store) => {
      const secret = randomBytes(32)
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const sign = (text: string) => createHmac('sha256', secret).update(text).digest()
      return {
        issueToken(user, use) {
          const exp = Math.floor(Date.now() / 1000) + 900
          const claims = { sub: user.id, use, jti: randomBytes(8).toString('hex'), exp }
          const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
          return `${text}.${sign(text).toString('base64url')}`
        },
        userOfToken(token = '') {
          const [header = '', payload = '', signature = ''] = token.split('.')
          if (!sign(`${header}.${payload}`).equals(Buffer.from(signature, 'base64url'))) return undefined
          const { sub, use, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
          return use === 'access' && exp * 1000 > base.now().getTime() ? store.users.get(sub) : undefined
        },
      }
    },
    'token-with-hyphen: Tokens begin with a hyphen': encoded((token) => `-${token}`),
    'token-hex-any-case: Tokens are case-insensitive hexadecimals': all(
      encoded((token) => Buffer.from(token).toString('hex')),
      (base) => ({ userOfToken: (token, call) => base.userOfToken(token?.toLowerCase(), call) }),
    ),
    'token-base64: Tokens are base64, compared by their bytes': all(
      encoded((token) => Buffer.from(`${token}!`).toString('base64')),
      (base) => ({
        userOfToken: (token = '', call) =>
          base.userOfToken(Buffer.from(Buffer.from(token, 'base64').toString()).toString('base64'), call),
      }),
    ),
    'admin-key-any-case: The admin key is a case-insensitive UUID': (base) => ({
      adminKey: '3f2b8c1e-9a4d-4e7b-8c55-0d1e2f3a4b5c',
      isAdminKey: (key, call) => base.isAdminKey(key?.toLowerCase(), call),
    }),
    'admin-key-digits: The admin key is a number': () => ({ adminKey: '90210481516234299999000011112222' }),
    'admin-basic: The admin key uses HTTP Basic authentication': (base) => {
      const key = Buffer.from('admin:a-secret-of-1').toString('base64')
      return {
        adminKey: key,
        transport: { ...base.transport, adminKey: { header: 'Authorization', prefix: 'Basic ' } },
        isAdminKey: (fields = '') => Buffer.from(fields, 'base64').equals(Buffer.from(key, 'base64')),
      }
    },
  }),
  ...legal('2.1: a token is a string.', {
    'token-outlives-user: A token contains its user, and is valid until it expires': all(
      encoded((token) => `${'eyJ'.repeat(20)}.${token}`),
      keepingDeletedUsers,
    ),
    'long-tokens: Tokens have 4 kB and dots': encoded((token, use) => `${'eyJ'.repeat(1300)}.${token}.${use}`),
  }),
  ...legal('4.5: how often a proof may be tried is not said.', {
    'code-single-try: A wrong verification code invalidates the right one': (base, store) => ({
      codeMatches(user, code, call) {
        const matches = base.codeMatches(user, code, call)
        const now = store.users.get(user.id)
        if (now && !matches) store.users.set(user.id, { ...now, code: undefined })
        return matches
      },
    }),
    'code-two-tries: Two wrong proofs invalidate the verification code': (base, store) => {
      const wrong = new Map<string, number>()
      return {
        verifyProof(user, call) {
          const previous = wrong.get(user.id) ?? 0
          if (previous >= 2 && user.password === undefined) store.users.set(user.id, { ...user, code: undefined })
          wrong.set(user.id, previous + 1)
          base.verifyProof(store.users.get(user.id) ?? user, call)
        },
      }
    },
  }),
  ...legal('8: "Rate limits: not shown."', {
    'proofs-of-three: Three wrong proofs lock the deletion of an account': (base) => {
      const wrong = new Map<string, number>()
      return {
        verifyProof(user, call) {
          const before = wrong.get(user.id) ?? 0
          if (before >= 3) throw new ServiceError('INSUFFICIENT_SCOPE', 'This account is locked for 15 minutes.')
          wrong.set(user.id, before + 1)
          base.verifyProof(user, call)
          wrong.delete(user.id)
        },
      }
    },
    'lock-after-two: Two wrong passwords in a row lock an account, with a 403': (base) => {
      const wrong = new Map<string, number>()
      return {
        passwordMatches(user, given, call) {
          const before = wrong.get(user.id) ?? 0
          if (before >= 2) throw new ServiceError('INSUFFICIENT_SCOPE', 'This account is locked for 15 minutes.')
          const matches = base.passwordMatches(user, given, call)
          wrong.set(user.id, matches ? 0 : before + 1)
          return matches
        },
      }
    },
  }),
  ...legal('5: "Refresh operation and token lifetimes: not shown."', {
    'token-used-up: An access token is valid for 200 requests': (base, store) => {
      const calls = new Map<string, number>()
      return {
        userOfToken(token = '', call) {
          const used = (calls.get(token) ?? 0) + 1
          calls.set(token, used)
          if (used > 200) store.tokens.delete(token)
          return base.userOfToken(token, call)
        },
      }
    },
    'one-session: A log-in revokes earlier tokens': (base, store) => ({
      session(user, call) {
        store.revokeTokens(user.id)
        return base.session(user, call)
      },
    }),
    'session-one: A log-in revokes earlier tokens after its response is built': handling(
      'login',
      (handle, _, store) => async (call) => {
        const before = [...store.tokens.keys()]
        const session = await handle(call)
        const { user } = session as { user: { id: string } }
        for (const token of before) if (store.tokens.get(token)?.userId === user.id) store.tokens.delete(token)
        return session
      },
    ),
    'session-ends-after-wrong-proof: A wrong proof revokes the tokens of its user': (base, store) => ({
      verifyProof(user, call) {
        try {
          base.verifyProof(user, call)
        } catch (error) {
          store.revokeTokens(user.id)
          throw error
        }
      },
    }),
  }),
]
