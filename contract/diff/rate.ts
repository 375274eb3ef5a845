/** Rates the changes of the contract by docs/compatibility.md, where `redocly diff` sees less than a client does. */
import { deriveTable } from '../derive/operations.ts'
import { deriveScenarios } from '../derive/scenarios.ts'
import { type Document, listOperations, nodeAt, type Schema } from '../openapi/document.ts'
import { keysOfPointer } from '../openapi/locate.ts'
import type { Change, Impact } from './redocly.ts'

export interface Rating {
  impact: Impact
  pointer: string
  message: string
}

/** The places that only explain or organize; a change there is a patch. */
const explanations =
  /^#\/(?:info|tags|servers)\b|\/x-decided\b|\/examples?\/|\/(?:description|summary|title|examples?|externalDocs|tags|x-source|x-microcks-refs)$/
/** A limit that is stricter if it is larger; all others are stricter if they are smaller. */
const stricterIfLarger = new Set(['attemptWindowSeconds'])
/** The service states these in each response, so that a client need not know them. */
const stated = new Set(['retryAfterSeconds'])

export function rate(change: Change, base: Document, revision: Document): Rating {
  const { property = '', kind, typeName, verdicts } = change
  const { pointer } = change.base ?? change.revision ?? { pointer: '#' }
  const place = pointer.endsWith(`/${property}`) ? pointer : [pointer, property].filter(Boolean).join('/')
  const message = verdicts[0]?.message ?? `${property || typeName} ${kind}`
  const impact = explanations.test(place)
    ? 'patch'
    : (rateByOwnRule(change, place, base, revision) ?? rateByRedocly(change))
  return { impact, pointer: place, message }
}

/** A modification that Redocly calls a patch gives a client more, except that of a path, which is rated by its parameter. */
function rateByRedocly({ impact, kind, property, typeName }: Change): Impact {
  const isPath = typeName === 'PathItem' && property === 'key'
  return impact === 'patch' && kind === 'modified' && !isPath ? 'minor' : impact
}

/** The rating by a rule of docs/compatibility.md that Redocly does not have; undefined if there is none for the change. */
function rateByOwnRule(change: Change, place: string, base: Document, revision: Document): Impact | undefined {
  const { typeName, property = '', kind } = change
  const [before, after] = [change.base?.value, change.revision?.value]
  if (place.startsWith('#/x-limits/')) return rateLimit(property, before, after)
  if (/\/x-outcome\b/.test(place)) return before === undefined || after === 'nothing' ? 'minor' : 'major'
  if (/\/error\/properties\/code\/(?:const|enum)$/.test(place)) return rateCodes(place, base, revision)
  if (kind !== 'modified') return undefined
  // A response object that is open tells a client nothing new: it ignores unknown properties anyway.
  if (property === 'additionalProperties' && after !== false) return 'minor'
  const breaks =
    property === 'x-sdk' ||
    property === 'default' ||
    (property === 'x-max-bytes' && after !== undefined && !(Number(before) < Number(after))) ||
    (property === 'x-well-formed' && after === true) ||
    (typeName === 'Parameter' && property === 'name') ||
    (typeName === 'Header' && property === 'required' && after !== true)
  return breaks ? 'major' : undefined
}

function rateLimit(name: string, before: unknown, after: unknown): Impact {
  if (stated.has(name) || after === undefined) return 'minor'
  const isLarger = Number(after) > Number(before)
  return before === undefined || isLarger === stricterIfLarger.has(name) ? 'major' : 'minor'
}

/** A client accepts codes that it does not know, and relies on those that it knows. */
function rateCodes(place: string, base: Document, revision: Document): Impact {
  const codesOf = (document: Document) => {
    const schema = nodeAt(document, keysOfPointer(place).slice(0, -1)) as Schema | undefined
    return schema?.enum ?? [schema?.const]
  }
  const after = codesOf(revision)
  return codesOf(base).every((code) => after.includes(code)) ? 'minor' : 'major'
}

/** Examples, which Redocly does not compare: the names of scenarios, which select responses of the mock, and the messages of errors. */
export function rateExamples(base: Document, revision: Document): Rating[] {
  const kept = new Set(listOperations(revision).map(({ operation }) => operation.operationId))
  const namesOf = (document: Document) =>
    deriveScenarios(document).flatMap(({ operationId, name }) =>
      kept.has(operationId) ? `${operationId}.${name}` : [],
    )
  const names = new Set(namesOf(revision))
  const removed = namesOf(base).filter((name) => !names.has(name))
  const [before, after] = [deriveTable(base).errors, deriveTable(revision).errors]
  const reworded = Object.entries(before)
    .filter(([code, { message }]) => after[code] && after[code].message !== message)
    .map(([code]): Rating => {
      return { impact: 'patch', pointer: `#/errors/${code}`, message: `The message of ${code} was changed.` }
    })
  const gone = removed.map((name): Rating => {
    return { impact: 'major', pointer: `#/scenarios/${name}`, message: `The mock has no scenario ${name} any more.` }
  })
  return [...gone, ...reworded]
}
