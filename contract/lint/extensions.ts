/** The rule that every `x-` extension is known, stands where it may, and has a valid value. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { extensionsSchema } from '../extensions/schema.ts'
import type { Document } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import { keysOfPointer } from '../openapi/locate.ts'
import type { LintError } from './lint-error.ts'

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(extensionsSchema)

export function lintExtensions(document: Document): LintError[] {
  validate(document)
  // These only repeat that another error was found.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames')
  return [...errors.map(toLintError), ...repeatedFunctions(document)]
}

function toLintError({ instancePath, propertyName, params, message }: ErrorObject): LintError {
  const pointer = keysOfPointer(instancePath)
  const unknown = propertyName ?? params.additionalProperty
  const allowed = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : ''
  if (unknown) {
    return {
      rule: 'extensions',
      message: `${unknown} is no extension that may stand here${allowed}`,
      pointer: [...pointer, unknown],
    }
  }
  return { rule: 'extensions', message: `${pointer.at(-1) ?? 'the document'} ${message}${allowed}`, pointer }
}

/** Two operations of one name would be one function of the SDK. */
function repeatedFunctions(document: Document): LintError[] {
  const operations = listOperations(document)
  const names = operations.map(({ operation }) => operation['x-sdk'])
  return operations
    .filter(({ operation }, index) => operation['x-sdk'] && names.indexOf(operation['x-sdk']) < index)
    .map(({ method, path, operation }) => ({
      rule: 'extensions',
      message: `another operation has the x-sdk ${operation['x-sdk']} too`,
      pointer: ['paths', path, method.toLowerCase(), 'x-sdk'],
    }))
}
