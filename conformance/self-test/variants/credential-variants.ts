/** Variants in credentials: formats, lifetimes and the effect of wrong ones. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Team, Token } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, Steps } from '../implementation/steps.ts'
import { all, count, keepingDeletedUsers, notingTokens, recall, step, tokenOf } from '../overrides.ts'
import { legal, legalFamily } from './variant.ts'

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
const jsonWebTokens: Override = (base) => {
  const secret = randomBytes(32)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest()
  return {
    issueToken(user, use) {
      const exp = Math.floor(base.now().getTime() / 1000) + 900
      const claims = { sub: user.id, use, jti: randomBytes(8).toString('hex'), exp }
      const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
      return `${text}.${sign(text).toString('base64url')}`
    },
    userOfToken(token = '') {
      const [header = '', payload = '', signature = ''] = token.split('.')
      if (!sign(`${header}.${payload}`).equals(Buffer.from(signature, 'base64url'))) return undefined
      const { sub, use, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return use === 'access' && exp * 1000 > base.now().getTime() ? base.users.get(sub) : undefined
    },
  }
}

const locked = ['INSUFFICIENT_SCOPE', 'This account is locked for 15 minutes.'] as const

export const credentialVariants = [
  ...legal('8', '"Both stats reset operations require a paid plan"; how soon a change of the plan shows is not said.', {
    'plan-in-token': all(
      notingTokens(({ teamId }, _, { teams }) => teams.get(teamId)?.plan ?? 'free'),
      step('assertResettable').passing((team, call, base) => [
        { ...team, plan: recall(base, tokenOf(call, base)) ?? team.plan },
      ]),
    ),
    'plan-after-a-while': step('assertResettable').passing((team, _, base) => {
      const known = recall<{ team: Team; until: number }>(base, team.id)
      if (known && known.until > Date.now()) return [known.team]
      base.notes.set(team.id, { team, until: Date.now() + 500 })
      return [team]
    }),
  }),
  ...legal('2.1', 'accessToken is a string; 5: "Transmission of credentials: not shown."', {
    'token-jwt': jsonWebTokens,
    'token-with-hyphen': encoded((token) => `-${token}`),
    'token-hex-any-case': all(
      encoded((token) => Buffer.from(token).toString('hex')),
      step('userOfToken').passing((token) => [token?.toLowerCase()]),
    ),
    'token-base64': all(
      encoded((token) => Buffer.from(`${token}!`).toString('base64')),
      step('userOfToken').passing((token = '') => [
        Buffer.from(Buffer.from(token, 'base64').toString()).toString('base64'),
      ]),
    ),
    'admin-key-any-case': (base) => ({
      adminKey: '3f2b8c1e-9a4d-4e7b-8c55-0d1e2f3a4b5c',
      isAdminKey: (key, call) => base.isAdminKey(key?.toLowerCase(), call),
    }),
    'admin-key-digits': () => ({ adminKey: '90210481516234299999000011112222' }),
    'admin-basic': (base) => {
      const key = Buffer.from('admin:a-secret-of-1').toString('base64')
      return {
        adminKey: key,
        transport: { ...base.transport, adminKey: { header: 'Authorization', prefix: 'Basic ' } },
        isAdminKey: (fields = '') => Buffer.from(fields, 'base64').equals(Buffer.from(key, 'base64')),
      }
    },
  }),
  ...legalFamily('5', '"Transmission of credentials (header names, scheme): not shown."', sending, {
    'token-own-header': ['token', 'X-Access-Token', ''],
    'token-other-scheme': ['token', 'Authorization', 'Token '],
    'token-cookie': ['token', 'Cookie', 'session='],
    'admin-bearer': ['adminKey', 'Authorization', 'Bearer '],
    'admin-other-header': ['adminKey', 'X-Api-Key', ''],
  }),
  ...legal('2.1', 'a token is a string.', {
    'token-outlives-user': all(
      encoded((token) => `${'eyJ'.repeat(20)}.${token}`),
      keepingDeletedUsers,
    ),
    'long-tokens': encoded((token, use) => `${'eyJ'.repeat(1300)}.${token}.${use}`),
  }),
  ...legal('4.5', 'how often a proof may be tried is not said.', {
    'code-single-try': step('codeMatches').changing((matches, { id }, _, __, { users }) => {
      const user = users.get(id)
      if (user && !matches) users.set(id, { ...user, code: undefined })
      return matches
    }),
    'code-two-tries': step('verifyProof').passing((user, _, base) => {
      const isVoid = count(base, user.id) > 2 && user.password === undefined
      if (isVoid) base.users.set(user.id, { ...user, code: undefined })
      return [base.users.get(user.id) ?? user]
    }),
  }),
  ...legal('8', '"Rate limits: not shown."', {
    'two-tries': step('countAttempt').refusing('RATE_LIMITED')(
      (key, { attempts }) => !key.startsWith('sign-up') && (attempts.get(key)?.length ?? 0) >= 2,
    ),
    'proofs-of-three': all(
      step('verifyProof').refusing(...locked)(({ id }, _, base) => count(base, id) > 3),
      step('assertSchedulable').before(({ id }, { notes }) => notes.delete(id)),
    ),
    'lock-after-two': step('passwordMatches').around((run, { id }, _, __, base) => {
      if (count(base, id) > 2) throw new ServiceError(...locked)
      const matches = run()
      if (matches) base.notes.delete(id)
      return matches
    }),
  }),
  ...legal('5', '"Refresh operation and token lifetimes: not shown."', {
    'token-used-up': step('userOfToken').before((token, _, base) => {
      if (token && count(base, token) > 200) base.tokens.delete(token)
    }),
    'one-session': step('session').before(({ id }, _, { revokeTokens }) => revokeTokens(id)),
    'session-one': step('login').around(async (handle, _, { tokens }) => {
      const before = [...tokens.keys()]
      const session = await handle()
      const { user } = session as { user: { id: string } }
      for (const token of before) if (tokens.get(token)?.userId === user.id) tokens.delete(token)
      return session
    }),
    'session-ends-after-wrong-proof': step('verifyProof').around((verify, { id }, _, { revokeTokens }) => {
      try {
        verify()
      } catch (error) {
        revokeTokens(id)
        throw error
      }
    }),
  }),
]
