/** Assertions about each response, for any request: no server error, and no secret that the caller did not get by asking. */
import { verificationCode } from '@monitoring-service/contract/documented'
import { claimsOf, findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Rule } from './claims.ts'
import type { Finding } from './finding.ts'
import { type CheckRecord, recordClaim, type UserSecret } from './record.ts'
import type { Basis } from './verdict.ts'

/** Statuses of a server that failed; 503 asks to come back later. */
const crashes = [500, 502, 504]

export function isCrash(status: number): boolean {
  return crashes.includes(status)
}

const passwordHash =
  /\$2[abxy]?\$\d\d\$[./\w]{20}|\$argon2(?:id|i|d)\$|\$scrypt\$|\$pbkdf2|pbkdf2_sha\d+\$|scrypt:\d+:\d+/

/** Fields of a success that hold a secret, and fields of tokens, which only a session may have. */
const secretField =
  /^(?:hashed_?)?(?:password|passwd|pwd)(?:_?(?:hash|digest|salt))?$|^(?:verification|totp)_?(?:code|secret)$/i
const tokenField = /^(?:access|refresh|session|api)_?(?:token|key)$/i

const shortestSecret = { password: 6, credential: 16, unsent: 10 }

export function assertSound(record: CheckRecord, exchange: Exchange, transport: Transport): void {
  const { request, response } = exchange
  const follows = (rule: Rule, isMet: boolean, value?: unknown, basis: Basis = 'sound') =>
    recordClaim(record, exchange, { subject: 'body', claim: { kind: 'rule', rule }, value, basis }, isMet)
  follows('no server error', !isCrash(response.status), response.text.slice(0, 100))
  const isSession = request.operationId === 'signup' || request.operationId === 'login'
  const shown = findShown(record, exchange, transport, isSession)
  follows('no secret', shown === undefined, shown)
  if (isSession) follows('no readable cookie', !hasOpenCookie(exchange), undefined, 'hardening')
}

/** A secret in a response: what it is, whose, and its place: a path in the body, the name of a field, or a header. */
export interface ShownSecret {
  kind: UserSecret['kind'] | 'hash' | 'claim' | 'field' | 'sent password' | 'sent credential'
  email?: string | undefined
  at?: string | undefined
  header?: string | undefined
}

function findShown(
  record: CheckRecord,
  exchange: Exchange,
  transport: Transport,
  isSession: boolean,
): ShownSecret | undefined {
  const { response, body } = exchange
  const text = [response.text, ...Object.values(response.headers)].join('\n')
  if (passwordHash.test(text)) return { kind: 'hash' }
  if (hasSecretClaim(text)) return { kind: 'claim' }
  const isSecret = (name: string) => secretField.test(name) || (tokenField.test(name) && !isSession)
  const field = response.status < 400 ? findField(body, isSecret) : undefined
  if (field !== undefined) return { kind: 'field', at: field }
  const isShown = ([secret]: Secret) => text.includes(secret)
  const found = sentSecrets(exchange, transport).find(isShown) ?? findKnownSecret(record, exchange, text)
  if (!found) return undefined
  const [secret, what] = found
  const at = textsIn(body).find(({ text }) => text.includes(secret))?.path
  if (at) return { ...what, at }
  const [header] = Object.entries(response.headers).find(([, value]) => value.includes(secret)) ?? []
  return { ...what, ...(header !== undefined && { header }) }
}

/** A secret among the claims of a token in a response. */
function hasSecretClaim(text: string): boolean {
  const claims = (text.match(/\beyJ[\w-]+\.[\w-]+\./g) ?? []).map(claimsOf)
  return claims.some(
    (one) => passwordHash.test(JSON.stringify(one)) || findField(one, (name) => secretField.test(name)) !== undefined,
  )
}

/** The texts in a JSON value with their paths, as in `error.message`, with `*` for the records of a list. */
function textsIn(value: unknown, path: string[] = []): { name: string; path: string; text: string }[] {
  if (typeof value === 'string') return [{ name: path.at(-1) ?? '', path: path.join('.'), text: value }]
  return Object.entries(value ?? {}).flatMap(([key, child]) =>
    textsIn(child, [...path, Array.isArray(value) ? '*' : key]),
  )
}

function findField(value: unknown, matches: (name: string, text: string) => boolean): string | undefined {
  return textsIn(value).find(({ name, text }) => text !== '' && matches(name, text))?.name
}

type Secret = [secret: string, what: ShownSecret]

/** A secret of a user of the check that the request did not contain. */
function findKnownSecret({ secrets }: CheckRecord, { request, body }: Exchange, text: string): Secret | undefined {
  const session = (body ?? {}) as { accessToken?: unknown; refreshToken?: unknown }
  return [...secrets].find(([secret]) => {
    // A log-in may return the token that the user has.
    if (session.accessToken === secret || session.refreshToken === secret || request.body?.includes(secret))
      return false
    const isInMessage = (name: string, value: string) => name === 'message' && value.split(/\W+/).includes(secret)
    const isShown = (name: string, value: string) =>
      (value === secret && !/id$/i.test(name)) || isInMessage(name, value)
    if (verificationCode.test(secret) && findField(body, isShown) !== undefined) return true
    const isInAddress = [...secrets.values()].some(({ email }) => email?.includes(secret))
    return isDistinctive(secret, shortestSecret.unsent) && !isInAddress && text.includes(secret)
  })
}

/** Not in a response by chance. */
const isDistinctive = (secret: string, least: number) =>
  secret.length >= least && /\d/.test(secret) && /[a-z]/i.test(secret)

/** The password and the credentials of a request that cannot be in the response by chance. */
function sentSecrets({ request }: Exchange, transport: Transport): Secret[] {
  const body = request.body ?? ''
  const [field = '', password = ''] = /"password":"((?:[^"\\]|\\.)*)"/.exec(body) ?? []
  // An address that begins with the password is returned.
  const isSent = isDistinctive(password, shortestSecret.password) && !body.replace(field, '').includes(password)
  const credentials = findCredentials(transport, request.headers).map(([, credential]) => credential)
  return [
    ...(isSent ? [[password, { kind: 'sent password' }] satisfies Secret] : []),
    ...credentials
      .filter((credential) => isDistinctive(credential, shortestSecret.credential))
      .map((credential): Secret => [credential, { kind: 'sent credential' }]),
  ]
}

function hasOpenCookie({ response, body }: Exchange): boolean {
  const { accessToken } = (body ?? {}) as { accessToken?: unknown }
  const cookies = (response.headers['set-cookie'] ?? '').split(/,\s*(?=[^;,\s]+=)/)
  return cookies.some((one) => one.includes(`${accessToken}`) && !/;\s*httponly/i.test(one))
}

/** Of a step with a server error, one finding: the call that should have succeeded or been refused, else the error. */
export function withoutRepetitions(findings: Finding[]): Finding[] {
  const isCrash = ({ claim }: Finding) => claim.kind === 'rule' && claim.rule === 'no server error'
  return findings.filter((finding) => {
    const same = findings.filter(({ step }) => step === finding.step)
    const crash = same.find(isCrash)
    return !crash || finding === (same.find(({ basis }) => basis === 'documented') ?? crash)
  })
}
