/** Variants in credentials: formats, lifetimes and the effect of wrong ones. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Team, Token } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, Steps } from '../implementation/steps.ts'
import { all, handling, keepingDeletedUsers, keptPerToken, remembering, step, tokenOf } from '../overrides.ts'
import { legal } from './variant.ts'

/** Tokens in another encoding. */
const encoded = (encode: (token: string, use: string) => string) =>
  step('issueToken').changing((short, _, use, __, { tokens }) => {
    const token = encode(short, use)
    tokens.set(token, tokens.get(short) as Token)
    return token
  })

/** A credential in another header. */
const sending =
  ([credential, header, prefix]: [keyof Steps['transport'], string, string]): Override =>
  (base) => ({ transport: { ...base.transport, [credential]: { header, prefix } } })

/** Tokens that are verified by their signature only. */
const jsonWebTokens: Override = (base, store) => {
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
}

const locked = () => new ServiceError('INSUFFICIENT_SCOPE', 'This account is locked for 15 minutes.')

export const credentialVariants = [
  ...legal('8: "Both stats reset operations require a paid plan"; how soon a change of the plan shows is not said.', {
    'plan-in-token: The plan is that of the log-in': keptPerToken(
      ({ teamId }, _, { teams }) => teams.get(teamId)?.plan ?? 'free',
      (planOf) =>
        step('assertResettable').passing((team, call, base) => [
          { ...team, plan: planOf(tokenOf(call, base)) ?? team.plan },
        ]),
    ),
    'plan-after-a-while: A change of the plan shows after half a second': remembering<{
      plan: Team['plan']
      until: number
    }>((read) =>
      step('assertResettable').passing(({ plan, ...team }) => {
        const known = read.get(team.id)
        if (known && known.until > Date.now()) return [{ ...team, plan: known.plan }]
        read.set(team.id, { plan, until: Date.now() + 500 })
        return [{ ...team, plan }]
      }),
    ),
  }),
  ...legal('2.1: accessToken is a string; 5: "Transmission of credentials: not shown."', {
    'token-jwt: Tokens are JSON Web Tokens, verified by signature only': jsonWebTokens,
    'token-with-hyphen: Tokens begin with a hyphen': encoded((token) => `-${token}`),
    'token-hex-any-case: Tokens are case-insensitive hexadecimals': all(
      encoded((token) => Buffer.from(token).toString('hex')),
      step('userOfToken').passing((token) => [token?.toLowerCase()]),
    ),
    'token-base64: Tokens are base64, compared by their bytes': all(
      encoded((token) => Buffer.from(`${token}!`).toString('base64')),
      step('userOfToken').passing((token = '') => [
        Buffer.from(Buffer.from(token, 'base64').toString()).toString('base64'),
      ]),
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
  ...legal('5: "Transmission of credentials (header names, scheme): not shown."', sending, {
    'token-own-header: The access token has its own header': ['token', 'X-Access-Token', ''],
    'token-other-scheme: The scheme of the access token is Token': ['token', 'Authorization', 'Token '],
    'token-cookie: The access token is a cookie': ['token', 'Cookie', 'session='],
    'admin-bearer: The admin key is a bearer token': ['adminKey', 'Authorization', 'Bearer '],
    'admin-other-header: The admin key has another header': ['adminKey', 'X-Api-Key', ''],
  }),
  ...legal('2.1: a token is a string.', {
    'token-outlives-user: A token contains its user, and is valid until it expires': all(
      encoded((token) => `${'eyJ'.repeat(20)}.${token}`),
      keepingDeletedUsers,
    ),
    'long-tokens: Tokens have 4 kB and dots': encoded((token, use) => `${'eyJ'.repeat(1300)}.${token}.${use}`),
  }),
  ...legal('4.5: how often a proof may be tried is not said.', {
    'code-single-try: A wrong verification code invalidates the right one': step('codeMatches').changing(
      (matches, { id }, _, __, { users }) => {
        const user = users.get(id)
        if (user && !matches) users.set(id, { ...user, code: undefined })
        return matches
      },
    ),
    'code-two-tries: Two wrong proofs invalidate the verification code': remembering<number>((tries) =>
      step('verifyProof').passing((user, _, { users }) => {
        const before = tries.get(user.id) ?? 0
        if (before >= 2 && user.password === undefined) users.set(user.id, { ...user, code: undefined })
        tries.set(user.id, before + 1)
        return [users.get(user.id) ?? user]
      }),
    ),
  }),
  ...legal('8: "Rate limits: not shown."', {
    'two-tries: Two wrong proofs rate-limit an account': step('countAttempt').refusing('RATE_LIMITED')(
      (key, { attempts }) => !key.startsWith('sign-up') && (attempts.get(key)?.length ?? 0) >= 2,
    ),
    'proofs-of-three: Three wrong proofs lock the deletion of an account': remembering<number>((wrong) => [
      step('verifyProof').before(({ id }) => {
        const before = wrong.get(id) ?? 0
        if (before >= 3) throw locked()
        wrong.set(id, before + 1)
      }),
      step('assertSchedulable').before(({ id }) => wrong.delete(id)),
    ]),
    'lock-after-two: Two wrong passwords in a row lock an account, with a 403': remembering<number>((wrong) =>
      step('passwordMatches').changing((matches, { id }) => {
        const before = wrong.get(id) ?? 0
        if (before >= 2) throw locked()
        wrong.set(id, matches ? 0 : before + 1)
        return matches
      }),
    ),
  }),
  ...legal('5: "Refresh operation and token lifetimes: not shown."', {
    'token-used-up: An access token is valid for 200 requests': remembering<number>((calls) =>
      step('userOfToken').before((token = '', _, { tokens }) => {
        calls.set(token, (calls.get(token) ?? 0) + 1)
        if ((calls.get(token) ?? 0) > 200) tokens.delete(token)
      }),
    ),
    'one-session: A log-in revokes earlier tokens': step('session').before(({ id }, _, { revokeTokens }) =>
      revokeTokens(id),
    ),
    'session-one: A log-in revokes earlier tokens after its response is built': handling('login')(
      (handle, { tokens }) =>
        async (call) => {
          const before = [...tokens.keys()]
          const session = await handle(call)
          const { user } = session as { user: { id: string } }
          for (const token of before) if (tokens.get(token)?.userId === user.id) tokens.delete(token)
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
