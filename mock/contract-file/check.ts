/** Finds what makes a document impossible to serve, before anybody meets it in an answer. */
import { isDeepStrictEqual } from 'node:util'
import { type Document, contract as ours } from '@monitoring-service/contract'
import { deriveContract } from '@monitoring-service/contract/parts'
import {
  type Element,
  follow,
  fragment,
  type Judge,
  lintContradictions,
  listElements,
  listOperations,
} from '@monitoring-service/contract/rules'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { shape } from './document-shape.ts'

/** Why a document cannot be served. */
export class InvalidContractError extends Error {
  override name = 'Unsound'
  /** The keys that lead to the place. */
  readonly pointer: string[]

  constructor(pointer: string[], message: string) {
    super(message)
    this.pointer = pointer
  }
}

/**
 * Holds a document to what the mock needs: the shape that is read, references that lead somewhere, schemas that
 * compile, examples that fit them and do not contradict each other. What is only unfinished passes.
 * @throws Unsound
 */
export function checkContract(document: unknown): asserts document is Document {
  if (isOwnContract(document as Document)) return
  if (!grammar.validate(shape, document)) throw asUnsound([], grammar)
  const sound = document as Document
  checkOperations(sound)
  const elements = listElements(sound)
  for (const element of elements) checkReference(sound, element)
  for (const { node, pointer, isSchema } of elements) {
    if (!isSchema) continue
    if (isOutermost(pointer) && !grammar.validateSchema(node)) throw asUnsound(pointer, grammar)
    if (typeof node.pattern === 'string' && !isPattern(node.pattern)) {
      throw new InvalidContractError([...pointer, 'pattern'], 'pattern is no regular expression')
    }
  }
  const [contradiction] = lintContradictions(sound, createJudge(sound))
  if (contradiction) throw new InvalidContractError(contradiction.pointer, contradiction.message)
  try {
    deriveContract(sound)
  } catch (error) {
    throw new InvalidContractError([], `the document cannot be read: ${(error as Error).message}`)
  }
}

/** Whether it says what this project is made from, which its tests hold to more than this. */
function isOwnContract(document: Document): boolean {
  try {
    return isDeepStrictEqual(deriveContract(document), ours) && isReadWhole(document)
  } catch {
    return false
  }
}

/** Whether it has none of the inputs and credentials that are not read, so that nobody would miss them. */
function isReadWhole(document: Document): boolean {
  return listOperations(document).every(({ operation }) => {
    const { parameters = [], security = document.security ?? [] } = operation
    const places = parameters.map((parameter) => follow(document, parameter).in)
    const isPlain = security.length < 2 && security.flatMap(Object.keys).length < 2
    return isPlain && places.every((place) => place === 'path' || place === 'query')
  })
}

const options = { strict: false, logger: false } as const

/** Of documents and of schemas: what it compiles is the same for all. */
const grammar = new Ajv2020({ ...options, verbose: true })

/** What no schema of the shape can say, for it is about two places. */
function checkOperations({ paths, components, security: usual = [] }: Document): void {
  const checkSchemes = (pointer: string[], required: object[]) => {
    const unknown = required.flatMap(Object.keys).find((name) => !Object.hasOwn(components.securitySchemes ?? {}, name))
    if (unknown)
      throw new InvalidContractError([...pointer, 'security'], `components.securitySchemes has no ${unknown}`)
  }
  checkSchemes([], usual)
  const known = new Map<string, string>()
  for (const [path, item] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    if (new Set(names).size < names.length)
      throw new InvalidContractError(['paths', path], `${path} names a parameter twice`)
    for (const [method, { operationId, security = [] }] of Object.entries(item)) {
      const pointer = ['paths', path, method]
      const other = known.get(operationId)
      if (other)
        throw new InvalidContractError(
          [...pointer, 'operationId'],
          `${operationId} is the operationId of ${other}, too`,
        )
      known.set(operationId, `${method.toUpperCase()} ${path}`)
      checkSchemes(pointer, security)
    }
  }
}

function checkReference(document: Document, { node, pointer, isSchema }: Element): void {
  const { $ref } = node
  if (typeof $ref !== 'string') return
  const place = [...pointer, '$ref']
  // Only these are kept with the schemas that requests are held to.
  if (isSchema && !$ref.startsWith('#/components/schemas/')) {
    throw new InvalidContractError(place, `a schema must refer to one in #/components/schemas, not to ${$ref}`)
  }
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (Object.hasOwn(Object(at), key) ? (at as Element['node'])[key] : undefined), document)
  if (found === undefined) throw new InvalidContractError(place, `there is nothing at ${$ref}`)
  if (!isSchema && Object.hasOwn(Object(found), '$ref')) {
    throw new InvalidContractError(place, `${$ref} is a reference itself; refer to what it stands for`)
  }
}

/** Whether a schema is not a part of another one. */
function isOutermost(pointer: string[]): boolean {
  return pointer.at(-1) === 'schema' || (pointer.length === 3 && pointer[1] === 'schemas')
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'))
  } catch {
    return false
  }
}

/** Judges by the schemas of a document, each compiled on its first use. */
function createJudge(document: Document): Judge {
  const ajv = new Ajv2020(options)
  // The package's default export is not one for Node.
  formats.default(ajv, { mode: 'full' })
  ajv.addSchema(document, 'contract', undefined, false)
  return (schema, value) => {
    const validate = ajv.getSchema(`contract${encodeURI(fragment(schema))}`)
    return !validate || validate(value) ? [] : (validate.errors ?? []).map(tell)
  }
}

function asUnsound(pointer: string[], { errors }: Ajv2020): InvalidContractError {
  const [error] = errors ?? []
  if (!error) return new InvalidContractError(pointer, 'it is not an OpenAPI document that can be served')
  return new InvalidContractError([...pointer, ...keysOf(error)], tell(error))
}

/** Where an error is; of a wrong key, the key itself. */
function keysOf({ instancePath, propertyName }: ErrorObject): string[] {
  const keys = instancePath.split('/').slice(1)
  const plain = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return propertyName === undefined ? plain : [...plain, propertyName]
}

function tell(error: ErrorObject): string {
  const { message = 'is wrong', params, parentSchema } = error
  // The place of something in a list is no name for it.
  const subject = error.propertyName ?? keysOf(error).findLast((key) => !/^\d{1,2}$/.test(key)) ?? 'the document'
  const inWords: string | undefined = parentSchema?.description
  if (inWords) return `${subject} must ${inWords}`
  const allowed = [params.allowedValues ?? params.allowedValue ?? []].flat().join(', ')
  return `${subject} ${message}${allowed && `: ${allowed}`}`
}
