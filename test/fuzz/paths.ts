/** Generates paths of an operation: with ids of the demo data, nearly valid ones, and hostile ones. */
import { type OperationId, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import fc, { type Arbitrary } from 'fast-check'
import { escapeAll, escapeText, words } from './escapes.ts'
import { utf8 } from './raw-request.ts'

const kinds = ['incidents', 'services', 'monitors', 'teams', 'users'] as const
const idsOf = (kind: (typeof kinds)[number]): string[] => demoData[kind].map(({ id }) => id)
const allIds = kinds.flatMap((kind) => idsOf(kind).slice(0, 8))

/** The path, with an id if it needs one: mostly of the right kind, of any team. */
export function rightPath(operationId: OperationId): Arbitrary<string> {
  const { path } = operations[operationId]
  // The segment before an id is its kind: /incidents/{id}.
  const kind = kinds.find((kind) => path.includes(`/${kind}/{`))
  if (!kind) return fc.constant(path)
  const own = fc.constantFrom(...idsOf(kind))
  const id = fc.oneof({ withCrossShrink: true }, { arbitrary: own, weight: 6 }, { arbitrary: otherId, weight: 1 })
  return fc.tuple(id, spelling).map(([id, spell]) => fill(path, spell(id)))
}

const otherId: Arbitrary<string> = fc.oneof(
  fc.constantFrom('unknown', ...allIds),
  fc.constantFrom(...allIds).map((id) => id.toLowerCase()),
  fc.constantFrom(...words(`0 null undefined __proto__ constructor toString stats resolve -1 '-- $ne`)),
  fc.string({ minLength: 1 }),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
)

/** Different escapes of the same id. */
const spelling: Arbitrary<(id: string) => string> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant(escapeText), weight: 8 },
  { arbitrary: fc.constant(escapeAll), weight: 1 },
  {
    arbitrary: fc
      .nat(25)
      .map((at) => (id: string) => [...id].map((letter, i) => (i === at ? escapeAll : escapeText)(letter)).join('')),
    weight: 1,
  },
)

function fill(path: string, id: string): string {
  return path.replace(/\{\w+\}/, () => id)
}

const oddIds = [
  ...['', ' ', '\t', '\0', '\xe9', '\x7f', utf8('é')],
  ...words(`
    % %% %2 %zz %2F %2f..%2f .. . %2e%2e %2E %00 %0d%0aX-Injected:%20yes %25 %252F %ff %C0%AF %ED%A0%80 %F0%9F%98%80
    %E2%80%AE %u0041 %20 %09 + ; a;b=c * ! $ & ' ( ) , = : @ ~ | \\ ^ \` {id} < > " [x] # %5c %3f ? %23
  `),
]

/** The path with an error in it, or another path. */
export function wrongPath(operationId: OperationId): Arbitrary<string> {
  const { path } = operations[operationId]
  const elsewhere = fc.constantFrom(...near(fill(path, allIds[0] ?? '')), ...far)
  return path.includes('{')
    ? fc.oneof(
        odd.map((id) => fill(path, id)),
        elsewhere,
      )
    : elsewhere
}

const odd: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddIds),
  fc.constantFrom(...oddIds).map((id) => `x${id}y`),
  fc.constantFrom(500, 5_000, 17_000).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 5 }).map((text) => utf8(text.toWellFormed())),
  fc
    .array(fc.nat(255), { minLength: 1, maxLength: 6 })
    .map((bytes) => escapeAll(Buffer.from(bytes).toString('latin1'))),
)

function near(path: string): string[] {
  return [
    ...[
      `${path}/`,
      `/${path}`,
      `/v2${path}`,
      `/..${path}`,
      `//localhost${path}`,
      `http://localhost${path}`,
      `https:${path}`,
    ],
    ...[`${path}x`, `${path}%20`, `${path};v=1`, `${path}#x`, `${path}%3Fx=1`, path.slice(0, -1), path.slice(1)],
    ...[path.toUpperCase(), path.replace('/', '/./'), path.replaceAll('/', '//'), path.replace('/', '/x/../')],
    ...[path.replace(/\/[^/]*$/, ''), path.replace(/[a-z]/, escapeAll)],
  ]
}

const far = words(
  '/ // /* * /docs /openapi.json /.well-known/x /favicon.ico /api /api/v1/incidents /auth /%61uth/login',
)
