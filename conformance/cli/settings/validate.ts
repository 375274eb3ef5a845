/** Validates a configuration against config.schema.json, with messages for people. */
import { Ajv2020, type AnySchema, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import schema from '../../config.schema.json' with { type: 'json' }

export interface ValidationError {
  /** The path in conformance.yaml; empty for the root. */
  path: string[]
  message: string
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, verbose: true, useDefaults: true })
addFormats.default(ajv)
// Messages repeat no secret, and no address, which may have a password in it.
ajv.addFormat('header-value', /^[\t\x20-\x7e\x80-\xff]*$/)
ajv.addFormat('uri', isAddress)
ajv.addFormat('base-address', (text) => isAddress(text) && !/[?#]/.test(text))

/** Returns a function that finds the first violation of a schema, and fills in defaults. */
export function createValidator(schema: AnySchema): (tree: unknown) => ValidationError | undefined {
  const validate = ajv.compile(schema)
  return (tree) => {
    const [error] = validate(tree) ? [] : (validate.errors ?? [])
    return error && { path: error.instancePath.split('/').slice(1), message: describe(error) }
  }
}

/** Fills in the defaults of a configuration, and returns its first violation. */
export const completeConfig = createValidator(schema)

function describe({ keyword, params, data, message }: ErrorObject): string {
  const not = `, not ${JSON.stringify(data)}`
  switch (keyword) {
    case 'additionalProperties':
      if (params.additionalProperty === 'hook')
        return 'has an unknown key "hook": it belongs under fixtures, as fixtures.hook.url'
      return `has an unknown key ${JSON.stringify(params.additionalProperty)}`
    case 'enum':
      return `is ${params.allowedValues.join(' or ')}${not}`
    case 'pattern': {
      const [placeholder] = /\{\w+\}/.exec(params.pattern.replace('(:[0-9]+)?', '').replaceAll('\\', '')) ?? []
      return placeholder ? `needs ${placeholder} in it${not}` : `is the name of a header${not}`
    }
    case 'type': {
      // YAML reads digits as a number, which loses leading zeros.
      const quotes = params.type === 'string' && typeof data === 'number' ? ': put it in quotes' : ''
      return `${message}${not}${quotes}`
    }
    case 'format':
      if (params.format === 'header-value') return 'has a line end or another character that no header can carry'
      if (params.format === 'date') return `is a day, as 2024-02-29${not}`
      return 'is an address, as https://their.host/path, without name and password; --header and --hook-secret send them'
    default:
      // An object may have a secret in it.
      return typeof data === 'object' ? `${message}` : `${message}${not}`
  }
}

function isAddress(text: string): boolean {
  const { protocol, username, password } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', username: '', password: '' }
  return /^https?:$/.test(protocol) && username + password === ''
}
