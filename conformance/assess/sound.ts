/** Assertions about each response, for any request: no server error, and no secret that the caller did not get by asking. */
import type { Exchange } from '../client/http.ts'
import { type CheckRecord, type Finding, recordAssertion } from './record.ts'

/** Statuses of a server that failed; 503 asks to come back later. */
const crashes = [500, 502, 504]

export function isCrash(status: number): boolean {
  return crashes.includes(status)
}

/** The hashes of common password schemes. */
const passwordHash =
  /\$2[abxy]?\$\d\d\$[./\w]{20}|\$argon2(?:id|i|d)\$|\$scrypt\$|\$pbkdf2|pbkdf2_sha\d+\$|scrypt:\d+:\d+/

/** Fields of a success that hold a secret, and fields of tokens, which only a session may have. */
const secretField =
  /^(?:hashed_?)?(?:password|passwd|pwd)(?:_?(?:hash|digest|salt))?$|^(?:verification|totp)_?(?:code|secret)$/i
const tokenField = /^(?:access|refresh|session|api)_?(?:token|key)$/i

const shortestSecret = { password: 6, credential: 16 }

const crashExpected = 'the request is not answered with a server error'

export function assertSound(record: CheckRecord, exchange: Exchange): void {
  const { request, response, body } = exchange
  const step = record.steps.indexOf(exchange)
  const note = (holds: boolean, expected: string, seen: string) =>
    recordAssertion(record, holds, { basis: 'sound', expected, seen, step })
  note(!isCrash(response.status), crashExpected, `${response.status} ${response.text.slice(0, 100)}`.trim())
  const text = [response.text, ...Object.values(response.headers)].join('\n')
  const isSession = request.operationId === 'signup' || request.operationId === 'login'
  const shown =
    (passwordHash.test(text) ? 'the hash of a password' : undefined) ??
    findField(
      response.status < 400 ? body : undefined,
      (name) => secretField.test(name) || (tokenField.test(name) && !isSession),
    ) ??
    sentSecrets(exchange).find(({ secret }) => text.includes(secret))?.what ??
    (isSession && hasOpenCookie(exchange) ? 'the token in a cookie without HttpOnly' : undefined)
  note(shown === undefined, 'the response shows no secret', `${shown}`)
}

/** The name of the first field with text whose name matches. */
function findField(value: unknown, matches: (name: string) => boolean): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, child] of Object.entries(value)) {
    if (typeof child === 'string' && child !== '' && matches(name)) return `a field ${name}`
    const found = findField(child, matches)
    if (found !== undefined) return found
  }
  return undefined
}

/** Passwords, tokens and keys in the request that cannot be in the response by chance. */
function sentSecrets({ request }: Exchange): { what: string; secret: string }[] {
  const password = /"password":"((?:[^"\\]|\\.)*)"/.exec(request.body ?? '')?.[1] ?? ''
  const { authorization = '', 'x-admin-api-key': key = '' } = request.headers
  return [
    { what: 'the password of the request', secret: password, least: shortestSecret.password },
    {
      what: 'the token of the request',
      secret: authorization.replace(/^\S+\s+/, ''),
      least: shortestSecret.credential,
    },
    { what: 'the admin key of the request', secret: key, least: shortestSecret.credential },
  ].filter(({ secret, least }) => secret.length >= least && /\d/.test(secret) && /[a-z]/i.test(secret))
}

/** Scripts of any page can read the cookie. */
function hasOpenCookie({ response, body }: Exchange): boolean {
  const cookie = response.headers['set-cookie'] ?? ''
  const { accessToken } = (body ?? {}) as { accessToken?: unknown }
  return typeof accessToken === 'string' && cookie.includes(accessToken) && !/;\s*httponly/i.test(cookie)
}

/** Without other findings about the step of a server error, which repeat it. */
export function withoutRepetitions(findings: Finding[]): Finding[] {
  const crashed = new Set(findings.flatMap(({ expected, step }) => (expected === crashExpected ? [step] : [])))
  const isStronger = ({ basis, step }: Finding) => basis === 'documented' && crashed.has(step)
  const documented = new Set(findings.filter(isStronger).map(({ step }) => step))
  return findings.filter((finding) => {
    if (!crashed.has(finding.step)) return true
    // The first documented finding of the step names the call that should have succeeded or been refused.
    if (documented.has(finding.step))
      return finding === findings.find((one) => isStronger(one) && one.step === finding.step)
    return finding.expected === crashExpected
  })
}
