/** Generates queries of an operation: valid, invalid and unusual ones. */
import type { OperationId } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import fc, { type Arbitrary } from 'fast-check'
import { dereference, listOperations, type Parameter } from '../../contract/openapi/document.ts'
import { escapeAll, escapeText, words } from './escapes.ts'
import { invalidValue, strangeNames } from './invalid-values.ts'
import { utf8 } from './raw-request.ts'
import { validValue } from './valid-values.ts'

const document = readContract()

export function parametersOf(operationId: OperationId): Parameter[] {
  const found = listOperations(document).find(({ operation }) => operation.operationId === operationId)
  const parameters = found?.operation.parameters?.map((parameter) => dereference<Parameter>(document, parameter)) ?? []
  return parameters.filter((parameter) => parameter.in === 'query')
}

/** A query with some of the declared parameters; undefined without a question mark. */
export function rightQuery(operationId: OperationId): Arbitrary<string | undefined> {
  const pairs = parametersOf(operationId).map(({ name, schema }) =>
    fc.option(
      validValue(schema, name).map((value) => pair(name, value)),
      { nil: undefined, freq: 2 },
    ),
  )
  return fc.tuple(...pairs).map((pairs) => pairs.filter((pair) => pair !== undefined).join('&') || undefined)
}

function pair(name: string, value: unknown): string {
  return `${escapeText(name)}=${escapeText(String(value))}`
}

/** An invalid query, or a valid one in an unusual notation. */
export function wrongQuery(operationId: OperationId): Arbitrary<string> {
  const right = rightQuery(operationId).map((query) => query ?? '')
  const wrong = fc.oneof(...parametersOf(operationId).flatMap(wrongPairs), oddPair, fc.constantFrom(...oddQueries))
  const beside = fc.tuple(right, wrong, fc.boolean())
  return fc.oneof(
    { withCrossShrink: true },
    wrong,
    beside.map(([right, wrong, first]) => (first ? `${wrong}&${right}` : `${right}&${wrong}`)),
    fc.tuple(right, fc.nat(30)).map(([query, at]) => spellOut(query, at)),
  )
}

function wrongPairs({ name, schema }: Parameter): Arbitrary<string>[] {
  const value = validValue(schema, name)
  return [
    invalidValue(schema, name).map((value) => pair(name, value)),
    fc.tuple(value, value).map(([one, other]) => `${pair(name, one)}&${pair(name, other)}`),
    fc
      .tuple(value, fc.constantFrom(...oddValues))
      .map(([value, odd]) => `${name}=${odd.replace('_', escapeText(String(value)))}`),
  ]
}

/** Unusual values; `_` stands for a valid one. */
const oddValues = [
  '',
  '\xe9',
  ...words(`
    _& _&& &_ +_ _+ %20_ _%20 _%00 %00 %_ _% %zz _%ff %ff %C0%80 %ED%A0%80 _# _; _,_ _: _/ _? _= =_ '_' "_" %22_%22 [_]
    {_} (_) $_ @_ !_ * ~ 0_ -_ _.0 _e0 0x_ Infinity NaN null true %EF%BC%91 _%0A <_> |_ ^_ \`_ \\_
  `),
]

const names = [...words('page limit before dryRun'), ...strangeNames].map(escapeText)
const oddPair = fc.oneof(
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...oddValues, 'x', '1')).map((parts) => parts.join('=')),
  fc.constantFrom(...names),
  fc.string({ maxLength: 6 }).map(escapeText),
)

const oddQueries = [
  ...[
    '',
    '\xe9',
    utf8('é=1'),
    ...[100, 1_000].map((count) => Array.from({ length: count }, (_, i) => `p${i}=`).join('&')),
  ],
  ...words(`
    & && = == ? ?? % %=% + # x x=1 =1 %00 %ff=%ff __proto__=1 page[]=1 page[a]=1 before[$gt]= ; a;b []= '=1 " {} | \\
  `),
]

/** The same query with one letter escaped unnecessarily. */
function spellOut(query: string, at: number): string {
  return query.replace(/[\w-]/g, (letter, index) => (index === at % query.length ? escapeAll(letter) : letter))
}
