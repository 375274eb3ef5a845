/** Checks whether the mock can serve a document, before any request meets the error. */
import { isDeepStrictEqual } from 'node:util'
import { type Contract, type Document, contract as ownContract } from '@monitoring-service/contract'
import { deriveContract } from '@monitoring-service/contract/derive'
import {
  createSchemaValidator,
  dereference,
  type Element,
  formatError,
  keysOf,
  lintContradictions,
  listElements,
  listOperations,
  nodeAt,
} from '@monitoring-service/contract/lint-rules'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { documentShape } from './document-shape.ts'

/** The reason why a document cannot be served. */
export class InvalidContractError extends Error {
  override name = 'InvalidContractError'
  /** The keys that lead to the error's location. */
  readonly pointer: string[]

  constructor(pointer: string[], message: string) {
    super(message)
    this.pointer = pointer
  }
}

const shapeValidator = new Ajv2020({ strict: false, logger: false, verbose: true })

/**
 * Derives the contract from a document that has the supported shape, resolvable references, schemas that compile, and
 * examples that fit them and do not contradict each other. Unfinished parts, such as missing examples, are accepted.
 * @throws InvalidContractError
 */
export function checkContract(document: Document): Contract {
  const derived = tryDerive(document)
  // This project's own contract has been checked by `npm run check`; compiling its schemas again delays the start.
  if (isDeepStrictEqual(derived, ownContract) && hasSupportedInputs(document)) return ownContract
  checkPurpose(document)
  if (!shapeValidator.validate(documentShape, document)) throw toContractError([], shapeValidator)
  checkOperations(document)
  const elements = listElements(document)
  for (const element of elements) checkReference(document, element)
  for (const element of elements) checkSchema(element)
  const [contradiction] = lintContradictions(document, createSchemaValidator(document))
  if (contradiction) throw new InvalidContractError(contradiction.pointer, contradiction.message)
  if (derived instanceof Error) throw new InvalidContractError([], `the document cannot be read: ${derived.message}`)
  return derived
}

function tryDerive(document: Document): Contract | Error {
  try {
    return deriveContract(document)
  } catch (error) {
    return error as Error
  }
}

/** The mock serves this service's contract in any version, and no other. */
function checkPurpose(document: Document): void {
  const { paths } = Object(document)
  if (typeof paths !== 'object' || paths === null) return
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(Object(item)).map((operation) => Object(operation).operationId),
  )
  if (ids.some((id) => Object.hasOwn(ownContract.operations, id))) return
  const message = `this mock serves the contract of the monitoring service; the document has none of its operations`
  throw new InvalidContractError(['paths'], message)
}

/** Whether a document has only those inputs and credentials that the derived contract contains. */
function hasSupportedInputs(document: Document): boolean {
  return listOperations(document).every(({ operation }) => {
    const { parameters = [], security = document.security ?? [] } = operation
    const hasOneScheme = security.length < 2 && security.flatMap(Object.keys).length < 2
    return (
      hasOneScheme &&
      parameters
        .map((parameter) => dereference(document, parameter))
        .every(({ in: location, name }) => location !== 'header' || name === 'X-Request-Id')
    )
  })
}

/** Checks the rules that relate two places, which the document's shape cannot express. */
function checkOperations({ paths, components, security: defaultSecurity = [] }: Document): void {
  const checkSchemes = (pointer: string[], required: object[]) => {
    const unknown = required.flatMap(Object.keys).find((name) => !Object.hasOwn(components.securitySchemes ?? {}, name))
    const at = [...pointer, 'security']
    if (unknown) throw new InvalidContractError(at, `components.securitySchemes has no ${unknown}`)
    const known = Object.keys(ownContract.credentialHeaders)
    const foreign = required.flatMap(Object.keys).find((name) => !known.includes(name))
    if (foreign) throw new InvalidContractError(at, `the mock checks ${known.join(' and ')} only, not ${foreign}`)
  }
  checkSchemes([], defaultSecurity)
  const known = new Map<string, string>()
  for (const [path, item] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    if (new Set(names).size < names.length) {
      throw new InvalidContractError(['paths', path], `${path} names a parameter twice`)
    }
    for (const [method, { operationId, security = [] }] of Object.entries(item)) {
      const pointer = ['paths', path, method]
      const other = known.get(operationId)
      if (other) {
        throw new InvalidContractError(
          [...pointer, 'operationId'],
          `${operationId} is also the operationId of ${other}`,
        )
      }
      known.set(operationId, `${method.toUpperCase()} ${path}`)
      checkSchemes(pointer, security)
    }
  }
}

function checkReference(document: Document, { node, pointer, isSchema }: Element): void {
  const { $ref } = node
  if (typeof $ref !== 'string') return
  const location = [...pointer, '$ref']
  // The request validator has only the schemas of components.
  if (isSchema && !$ref.startsWith('#/components/schemas/')) {
    throw new InvalidContractError(location, `a schema must refer to one in #/components/schemas, not to ${$ref}`)
  }
  const found = nodeAt(document, $ref.slice(2).split('/'))
  if (found === undefined) throw new InvalidContractError(location, `there is nothing at ${$ref}`)
  if (!isSchema && Object.hasOwn(Object(found), '$ref')) {
    throw new InvalidContractError(location, `${$ref} is itself a reference; refer to its target`)
  }
}

function checkSchema({ node, pointer, isSchema }: Element): void {
  if (!isSchema) return
  const isOutermost = pointer.at(-1) === 'schema' || (pointer.length === 3 && pointer[1] === 'schemas')
  if (isOutermost && !shapeValidator.validateSchema(node)) throw toContractError(pointer, shapeValidator)
  if (typeof node.pattern !== 'string') return
  try {
    new RegExp(node.pattern, 'u')
  } catch {
    throw new InvalidContractError([...pointer, 'pattern'], 'pattern is not a regular expression')
  }
}

function toContractError(pointer: string[], { errors }: Ajv2020): InvalidContractError {
  const [error] = errors ?? []
  if (!error) return new InvalidContractError(pointer, 'the document cannot be served')
  return new InvalidContractError([...pointer, ...keysOf(error)], formatError(error))
}
