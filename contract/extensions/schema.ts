/** The JSON Schema of openapi.yaml: OpenAPI 3.1, and each of our extensions where it may stand. */
import { schemaKeywords } from '../openapi/schema-keywords.ts'
import { definitions } from './definitions.ts'

const ref = (name: string) => ({ $ref: `#/$defs/${name}` })
const mapOf = (name: string) => ({ type: 'object', additionalProperties: ref(name) })
const listOf = (name: string) => ({ type: 'array', items: ref(name) })

/** An object with these extensions and no others; `x-decided` may stand everywhere. */
function element(extensions: string[], properties: object = {}, more: object = {}): object {
  const allowed = ['x-decided', ...extensions]
  return {
    type: ['object', 'boolean'],
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    propertyNames: { if: { pattern: '^x-' }, then: { enum: allowed } },
    properties: { ...properties, ...Object.fromEntries(allowed.map((name) => [name, ref(name)])) },
    ...more,
  }
}

const schemas = [
  ...schemaKeywords.map.map((key) => [key, mapOf('schema')]),
  ...schemaKeywords.list.map((key) => [key, listOf('schema')]),
  ...schemaKeywords.one.map((key) => [key, ref('schema')]),
]

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'].map((key) => [
  key,
  ref('operation'),
])
const withExamples = { schema: ref('schema'), examples: mapOf('example'), content: mapOf('media') }

const parts: Record<string, object> = {
  document: element(
    ['x-limits', 'x-errors'],
    {
      info: element([], { license: element([]), contact: element([]) }),
      servers: listOf('plain'),
      tags: listOf('plain'),
      paths: mapOf('pathItem'),
      webhooks: mapOf('pathItem'),
      components: element([], {
        schemas: mapOf('schema'),
        responses: mapOf('response'),
        parameters: mapOf('parameter'),
        headers: mapOf('parameter'),
        examples: mapOf('example'),
        requestBodies: mapOf('parameter'),
        securitySchemes: mapOf('plain'),
      }),
    },
    { required: ['x-limits'] },
  ),
  plain: element([]),
  pathItem: element([], { ...Object.fromEntries(methods), parameters: listOf('parameter') }),
  operation: element(
    ['x-sdk', 'x-source'],
    { parameters: listOf('parameter'), requestBody: ref('parameter'), responses: mapOf('response') },
    { required: ['x-sdk'] },
  ),
  parameter: element([], withExamples),
  media: element([], withExamples),
  response: element(['x-microcks-refs'], { headers: mapOf('parameter'), content: mapOf('media') }),
  example: element(['x-caller', 'x-credential', 'x-given', 'x-send']),
  schema: element(['x-max-bytes', 'x-well-formed', 'x-outcome'], Object.fromEntries(schemas)),
}

/** The extensions alone, for the lint rule, which leaves the rest to Redocly. */
export const extensionsSchema = { ...ref('document'), $defs: { ...parts, ...definitions } }

/** For editors: with all of OpenAPI 3.1. */
export const openapiSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'OpenAPI 3.1 with the extensions of the monitoring service',
  allOf: [{ $ref: 'https://spec.openapis.org/oas/3.1/schema/2022-10-07' }, ref('document')],
  $defs: extensionsSchema.$defs,
}
