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

const badToken = fc
  .tuple(pick('expired', 'refresh', 'tampered'), token)
  .map(([kind, token]) => token.replace('valid', kind))

/** @param forms of the header's value; `_` stands for a secret. */
function oddHeader(name: string, forms: string[], secrets: Arbitrary<string>): Arbitrary<Headers> {
  const value = fc.tuple(pick(...forms), secrets).map(([form, secret]) => form.replaceAll('_', secret))
  const elsewhere = pick('Cookie', 'Authorization', 'X-Api-Key', 'X-Admin-Api-Key').filter((other) => other !== name)
  return fc.oneof(
    fc.constant<Headers>([]),
    { arbitrary: value.map((value): Headers => [[name, value]]), weight: 3 },
    fc.tuple(value, value).map((values) => values.map((value): Headers[number] => [name, value])),
    fc.tuple(elsewhere, secrets).map((header): Headers => [header]),
  )
}

const { adminApiKey: key } = demo
export const oddToken = fc.oneof(
  oddHeader('Authorization', oddAuthorizations, token),
  oddHeader('Authorization', ['Bearer _'], badToken),
)
export const oddKey = fc.oneof(
  oddHeader('X-Admin-Api-Key', ['_x', '"_"', 'Bearer _', '_, _', '', 'x', utf8('ключ')], pick(key)),
  oddHeader('X-Admin-Api-Key', ['_'], pick(key.slice(0, -1), key.toUpperCase())),
)
