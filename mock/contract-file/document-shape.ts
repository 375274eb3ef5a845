/** The supported shape of an OpenAPI document, as a JSON Schema. Other keys are ignored, except in the contract's own extensions. */
import { definitions } from '@monitoring-service/contract/lint-rules'

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const mapOf = (additionalProperties: object, more: object = {}) => ({ type: 'object', additionalProperties, ...more })
const text = { type: 'string', minLength: 1 }
/** A text with a pattern; the description completes the error message "NAME must …". */
const textLike = (pattern: string, description: string) => ({ type: 'string', pattern, description })
const flag = { type: 'boolean' }
const count = { type: 'integer', minimum: 0 }

/** A value, or a reference to a component of its kind. */
const valueOrReference = (kind: string, schema: object) => ({
  type: 'object',
  if: { required: ['$ref'] },
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
  then: object({ $ref: textLike(`^#/components/${kind}/[^/]+$`, `lead to something in #/components/${kind}`) }),
  else: schema,
})

/** The contract's own extensions; their descriptions do not complete an error message. */
const extensions = JSON.parse(JSON.stringify(definitions), (key, value) => (key === 'description' ? undefined : value))
const { 'x-credential': credential, 'x-given': given, 'x-send': send } = extensions
// An edited document may have other records, and so other callers.
const example = object({ 'x-caller': text, 'x-credential': credential, 'x-given': given, 'x-send': send }, ['value'])
const name = textLike('^[A-Za-z0-9_.-]+$', 'be a name of letters, digits, points, dashes and underscores')
const examples = mapOf(example, { propertyNames: name })

// The mock does not support alternatives and combinations of schemes.
const description = 'name one scheme at most'
const scheme = mapOf({ type: 'array', items: text }, { maxProperties: 1, description })
const security = { type: 'array', maxItems: 1, items: scheme, description }

const schema = { type: 'object' }
const content = object({ 'application/json': object({ schema, examples }, ['schema']) }, ['application/json'])
const parameterIn = (...locations: string[]) =>
  object({ name: text, in: { enum: locations }, schema, examples }, ['name', 'in', 'schema'])
const parameter = parameterIn('path', 'query')
const header = object({ schema }, ['schema'])
const response = object({
  headers: mapOf(valueOrReference('headers', header)),
  content,
  'x-microcks-refs': { type: 'array', items: name },
})

const operation = object(
  {
    operationId: textLike('^[A-Za-z_][A-Za-z0-9_]*$', 'be letters, digits and _'),
    security,
    parameters: { type: 'array', items: valueOrReference('parameters', parameter) },
    requestBody: object({ required: flag, content }, ['content']),
    responses: mapOf(valueOrReference('responses', response), {
      // The mock sends exact statuses, and a status below 200 does not end a request.
      propertyNames: textLike('^[2-5][0-9]{2}$', 'be a status from 200 to 599'),
      minProperties: 1,
    }),
  },
  ['operationId', 'responses'],
)

// The router compares paths verbatim, except for these parameters.
const path = '^/(?:[A-Za-z0-9_.~:@!&=;,/-]|\\{[A-Za-z_][A-Za-z0-9_]*\\})*$'
const method = '^(?:get|put|post|delete|patch|head|options)$'
const pathItem = mapOf(operation, {
  propertyNames: textLike(method, 'be a method, such as get: other keys are not supported here'),
})

export const documentShape = object(
  {
    openapi: textLike('^3\\.1\\.', 'be 3.1'),
    paths: mapOf(pathItem, {
      propertyNames: textLike(path, 'be a path of plain characters, with parameters such as {id}'),
      minProperties: 1,
    }),
    components: object(
      {
        schemas: mapOf(schema),
        // The only header is X-Request-Id, which is not validated.
        parameters: mapOf(parameterIn('path', 'query', 'header')),
        responses: mapOf(response),
        headers: mapOf(header),
        securitySchemes: mapOf(object({ type: text }, ['type'])),
      },
      ['schemas', 'headers'],
    ),
    security,
    'x-limits': object({ bodyBytes: count, retryAfterSeconds: count }, ['bodyBytes', 'retryAfterSeconds']),
  },
  ['openapi', 'paths', 'components', 'x-limits'],
)
