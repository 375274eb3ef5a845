/** The shape of what the project reads of an OpenAPI document, as a JSON Schema. Whatever else is there is left alone. */
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const mapOf = (additionalProperties: object, more: object = {}) => ({ type: 'object', additionalProperties, ...more })
const text = { type: 'string', minLength: 1 }
/** A text whose pattern is told in words. */
const words = (pattern: string, description: string) => ({ type: 'string', pattern, description })
const flag = { type: 'boolean' }
const count = { type: 'integer', minimum: 0 }

/** Something that may stand for itself, or be a reference to what components hold of its kind. */
const shared = (kind: string, schema: object) => ({
  type: 'object',
  if: { required: ['$ref'] },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
  then: object({ $ref: words(`^#/components/${kind}/[^/]+$`, `lead to something in #/components/${kind}`) }),
  else: schema,
})

const example = object(
  {
    'x-caller': text,
    'x-credential': { enum: ['valid', 'tampered', 'expired', 'refresh', 'wrong'] },
    'x-given': object({ repeats: count, store: { enum: ['closed', 'broken'] } }),
    'x-send': object({
      method: text,
      path: text,
      query: { type: 'string' },
      contentType: text,
      bytes: count,
      raw: flag,
      beyondSchema: flag,
    }),
  },
  ['value'],
)
const name = words('^[A-Za-z0-9_.-]+$', 'be a name of letters, digits, points, dashes and underscores')
const examples = mapOf(example, { propertyNames: name })

/** Alternatives and combinations would be more than is looked at. */
const description = 'name one scheme at most'
const scheme = mapOf({ type: 'array', items: text }, { maxProperties: 1, description })
const security = { type: 'array', maxItems: 1, items: scheme, description }

const media = object({ schema: { type: 'object' }, examples }, ['schema'])
const content = object({ 'application/json': media }, ['application/json'])

const parameter = object({ name: text, in: { enum: ['path', 'query'] }, schema: { type: 'object' }, examples }, [
  'name',
  'in',
  'schema',
])
const header = object({ schema: { type: 'object' } }, ['schema'])
const response = object({
  headers: mapOf(shared('headers', header)),
  content,
  'x-microcks-refs': { type: 'array', items: name },
})

const operation = object(
  {
    operationId: words('^[A-Za-z_][A-Za-z0-9_]*$', 'be letters, digits and _'),
    security,
    parameters: { type: 'array', items: shared('parameters', parameter) },
    requestBody: object({ required: flag, content }, ['content']),
    // The mock answers by exact statuses; one below 200 would never end a request.
    responses: mapOf(shared('responses', response), {
      propertyNames: words('^[2-5][0-9]{2}$', 'be a status from 200 to 599'),
      minProperties: 1,
    }),
  },
  ['operationId', 'responses'],
)

// The gate compares paths letter by letter but for these parameters.
const path = '^/(?:[A-Za-z0-9_.~:@!&=;,/-]|\\{[A-Za-z_][A-Za-z0-9_]*\\})*$'
const method = '^(?:get|put|post|delete|patch|head|options)$'
const pathWords = 'be a path of plain characters, with parameters such as {id}'
const paths = mapOf(
  mapOf(operation, { propertyNames: words(method, 'be a method, such as get: nothing else is read here') }),
  {
    propertyNames: words(path, pathWords),
    minProperties: 1,
  },
)

const components = object(
  {
    schemas: mapOf({ type: 'object' }),
    parameters: mapOf(parameter),
    responses: mapOf(response),
    headers: mapOf(header),
    securitySchemes: mapOf(object({ type: text }, ['type'])),
  },
  ['schemas', 'headers'],
)

export const shape = object(
  {
    openapi: words('^3\\.1\\.', 'be 3.1'),
    paths,
    components,
    security,
    'x-limits': object({ bodyBytes: count, retryAfterSeconds: count }, ['bodyBytes', 'retryAfterSeconds']),
  },
  ['openapi', 'paths', 'components', 'x-limits'],
)
