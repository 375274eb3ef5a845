/** Generates credentials: valid ones in several notations, and invalid ones. */
import { demo, type OperationId, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import fc, { type Arbitrary } from 'fast-check'
import { listOf } from './escapes.ts'
import { utf8 } from './raw-request.ts'

export type Headers = [name: string, value: string][]

/** Invalid tokens that look valid. */
const badKinds = ['expired', 'refresh', 'tampered', 'forged', 'unsigned', 'untyped', 'early'] as const
export type TokenKind = 'access' | (typeof badKinds)[number]

const [bearer, adminKey] = ['Authorization', 'X-Admin-Api-Key']

// Most demo users are similar: they are scheduled for deletion.
const emails = demoData.users.map(({ email }) => email)
const caller = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constantFrom(...emails.slice(0, 8)), weight: 6 },
  { arbitrary: fc.constantFrom(...emails.slice(8)), weight: 1 },
)

/** A placeholder for a token, replaced before sending. */
const placeholder = (kind: TokenKind, email: string) => `<${kind} ${email}>`
const good = caller.map((email) => placeholder('access', email))
const bad = fc.tuple(fc.constantFrom(...badKinds), caller).map(([kind, email]) => placeholder(kind, email))

const rightBearer: Arbitrary<Headers> = fc
  .tuple(
    fc.constantFrom(bearer, bearer.toLowerCase(), bearer.toUpperCase()),
    fc.constantFrom('Bearer ', 'bearer ', 'BEARER ', 'bEaReR ', 'Bearer   '),
    good,
    fc.constantFrom('', '  ', '\t'),
  )
  .map(([name, ...value]) => [[name, value.join('')]])

const rightKey = fc.constantFrom<Headers>(
  [[adminKey, demo.adminApiKey]],
  [[adminKey.toLowerCase(), demo.adminApiKey]],
  [[adminKey, `  ${demo.adminApiKey} \t`]],
)

/** Invalid Authorization headers; `_` stands for a valid token. */
const enclosing = [
  ...listOf('_ | Token _ | Bearer\t_ | Bearer _ x | Bearer _, | Bearer "_" | Bearer _= | Bearer _== | Bearer Bearer _'),
  ...listOf('Bearer=_ | Bearer:_ | Bearer _. | Bearer _, Bearer _ | Basic _ | Bearer <_> | BearerX _ | Bearer _;'),
  'Bearer %_',
]

const noBearer = [
  ...listOf(' | Bearer | Bearer  | Bearer x | Bearer a.b.c | Bearer .. | Bearer null | Bearer "x" | Bearer \xe9 | x'),
  ...['Basic b3duZXI6cGFzcw==', 'Digest username="x"', `Bearer ${demo.adminApiKey}`, `Bearer ${'x'.repeat(9_000)}`],
]

const wrongBearer: Arbitrary<Headers> = fc.oneof(
  fc.constant<Headers>([]),
  bad.map((token): Headers => [[bearer, `Bearer ${token}`]]),
  fc
    .tuple(fc.constantFrom(...enclosing), good)
    .map(([form, token]): Headers => [[bearer, form.replaceAll('_', token)]]),
  fc.constantFrom(...noBearer).map((value): Headers => [[bearer, value]]),
  // Two headers, of which both, one or none is valid.
  fc
    .tuple(fc.oneof(good, bad), fc.oneof(good, bad))
    .map((tokens): Headers => tokens.map((token) => [bearer, `Bearer ${token}`])),
  good.map((token): Headers => [[adminKey, token]]),
  fc
    .tuple(fc.constantFrom('Cookie', 'X-Access-Token', 'Proxy-Authorization'), good)
    .map(([name, token]): Headers => [[name, `Bearer ${token}`]]),
)

const noKeys = [
  ...['', 'x', demo.adminApiKey.slice(0, -1), `${demo.adminApiKey}x`, demo.adminApiKey.toUpperCase(), utf8('ключ')],
  ...[`"${demo.adminApiKey}"`, `Bearer ${demo.adminApiKey}`, `${demo.adminApiKey}, ${demo.adminApiKey}`],
  'x'.repeat(5_000),
]

const wrongKey: Arbitrary<Headers> = fc.oneof(
  fc.constant<Headers>([]),
  fc.constantFrom(...noKeys).map((key): Headers => [[adminKey, key]]),
  fc
    .constantFrom(demo.adminApiKey, 'x', '')
    .map((other): Headers => [demo.adminApiKey, other].map((key) => [adminKey, key])),
  fc
    .constantFrom(bearer, 'X-Api-Key', 'X-Admin-Api_Key', 'Admin-Api-Key')
    .map((name): Headers => [[name, demo.adminApiKey]]),
  good.map((token): Headers => [[adminKey, token]]),
  rightBearer,
)

/** Valid credentials for an operation, sometimes beside others that it does not require. */
export function rightCredentials(operationId: OperationId): Arbitrary<Headers> {
  const scheme = operations[operationId].security?.scheme
  const right = scheme === undefined ? fc.constant<Headers>([]) : scheme === 'bearerAuth' ? rightBearer : rightKey
  const others = scheme === 'bearerAuth' ? fc.oneof(rightKey, wrongKey) : fc.oneof(rightBearer, wrongBearer)
  const beside = fc
    .tuple(right, others)
    .map(([right, others]) => [...right, ...others.filter(([name]) => !has(right, name))])
  return fc.oneof({ withCrossShrink: true }, { arbitrary: right, weight: 6 }, { arbitrary: beside, weight: 1 })
}

/** Two headers with one name would be invalid. */
function has(headers: Headers, name: string): boolean {
  return headers.some(([other]) => other.toLowerCase() === name.toLowerCase())
}

export function wrongCredentials(operationId: OperationId): Arbitrary<Headers> {
  return operations[operationId].security?.scheme === 'adminApiKey' ? wrongKey : wrongBearer
}
