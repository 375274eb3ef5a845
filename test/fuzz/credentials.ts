/** Generates credentials: valid ones in several notations, and invalid ones. */
import { demo, type OperationId, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import fc, { type Arbitrary } from 'fast-check'
import { oddAuthorizations } from './odd-texts.ts'
import { type Headers, utf8 } from './request.ts'
import { mostly, pick } from './values.ts'

const token = mostly(
  pick(...demoData.users.slice(0, 8).map(({ email }) => email)),
  pick(...demoData.users.slice(8).map(({ email }) => email)),
).map((email) => `<valid ${email}>`)

const bearerHeader = fc
  .tuple(
    mostly(pick('Authorization'), pick('authorization', 'AUTHORIZATION')),
    pick('Bearer ', 'bearer ', 'Bearer   '),
    token,
  )
  .map(([name, scheme, token]): Headers => [[name, scheme + token]])
const keyHeader = pick<Headers>(
  [['X-Admin-Api-Key', demo.adminApiKey]],
  [['x-admin-api-key', `  ${demo.adminApiKey} \t`]],
)

/** Sometimes beside others, which the operation does not require. */
export function validCredentials(operationId: OperationId): Arbitrary<Headers> {
  const scheme = operations[operationId].security?.scheme
  if (!scheme) return mostly(fc.constant<Headers>([]), bearerHeader, oddToken)
  const [own, other] = scheme === 'bearerAuth' ? [bearerHeader, keyHeader] : [keyHeader, bearerHeader]
  return mostly(
    own,
    fc.tuple(own, other).map((both) => both.flat()),
  )
}

const authorize = (value: string): Headers => [['Authorization', value]]
const badToken = fc
  .tuple(pick('expired', 'refresh', 'tampered'), token)
  .map(([kind, token]) => token.replace('valid', kind))

export const oddToken: Arbitrary<Headers> = fc.oneof(
  fc.constant<Headers>([]),
  badToken.map((token) => authorize(`Bearer ${token}`)),
  fc.tuple(pick(...oddAuthorizations), token).map(([form, token]) => authorize(form.replaceAll('_', token))),
  // Two headers, of which both, one or none is valid.
  fc
    .array(fc.oneof(token, badToken), { minLength: 2, maxLength: 2 })
    .map((all) => all.flatMap((one) => authorize(`Bearer ${one}`))),
  fc.tuple(pick('Cookie', 'X-Access-Token', 'X-Admin-Api-Key'), token).map(([name, token]): Headers => [[name, token]]),
)

const { adminApiKey: key } = demo
export const oddKey: Arbitrary<Headers> = fc.oneof(
  fc.constant<Headers>([]),
  pick(
    '',
    'x',
    key.slice(0, -1),
    `${key}x`,
    key.toUpperCase(),
    utf8('ключ'),
    `"${key}"`,
    `Bearer ${key}`,
    `${key}, ${key}`,
  ).map((value): Headers => [['X-Admin-Api-Key', value]]),
  pick(key, 'x', '').map((other): Headers => [key, other].map((value) => ['X-Admin-Api-Key', value])),
  pick('Authorization', 'X-Api-Key', 'X-Admin-Api_Key').map((name): Headers => [[name, key]]),
  bearerHeader,
)
