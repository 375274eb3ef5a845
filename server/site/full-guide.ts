/** The whole API reference as one Markdown file, for language models: /llms-full.txt. */
import { type ErrorCode, errors, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import {
  type Document,
  dereference,
  type LocatedOperation,
  listOperations,
  type Parameter,
  type Reference,
  type Schema,
} from '@monitoring-service/contract/document'
import { alternativesOf, describeBounds, describeType, fieldsOf } from './reference/schema.ts'

export function renderFullGuide(document: Document): string {
  const { title, version, summary, description = '' } = document.info as Record<string, string>
  return `# ${title} ${version}

> ${summary}

Base address: http://localhost:3000

${description}
## Operations
${listOperations(document)
  .map((located) => renderOperation(document, located))
  .join('')}
## Error codes

${Object.entries(document['x-errors'] ?? {})
  .map(([code, { when, repeat }]) => `- \`${code}\` (${errors[code as ErrorCode].status}): ${when} Repeat? ${repeat}`)
  .join('\n')}
`
}

function renderOperation(document: Document, { method, path, operation }: LocatedOperation): string {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation
  const { security, responses: codes } = Object(operations)[operationId]
  const given = parameters.map((node) => dereference<Parameter>(document, node))
  const listed = given.filter(({ in: location }) => location !== 'header')
  const body = requestBody?.content['application/json']?.schema
  const success = Object.entries(responses).find(([status]) => status < '3') as [string, never]
  const result = dereference(document, success[1] as (typeof responses)[string]).content?.['application/json']?.schema
  const refused = Object.entries(codes as Record<string, string[]>).flatMap(([status, names]) =>
    names.map((name) => `${status} \`${name}\``),
  )
  return `
### ${operationId}: ${summary}

\`${method} ${path}\`, ${describeCaller(security)}. In the SDK: \`${operation['x-sdk']}\`.

${description.replaceAll('\n', ' ').trim()}
${listed.map(({ name, in: location, required, description, schema }) => `\n- ${location} \`${name}\`${required ? '' : ' (optional)'}: ${describe(document, dereference<Schema>(document, schema))}. ${description}`).join('')}
${
  body
    ? `\nBody, ${requestBody?.required ? 'required' : 'optional'}:\n${alternativesOf(document, body)
        .map((one) => renderFields(document, one))
        .join('\nor\n')}\n`
    : ''
}
Returns ${success[0]}${result ? `:\n${renderFields(document, dereference<Schema>(document, result))}` : ' without a body'}

Errors: ${refused.join(', ')}

${renderExample(scenarios.filter((scenario) => scenario.operationId === operationId))}`
}

function describeCaller(security: { scheme: string; scopes: string[] } | null): string {
  if (!security) return 'without credentials'
  if (security.scheme === 'adminApiKey') return 'with the admin API key in `X-Admin-Api-Key`'
  return `with \`Authorization: Bearer ACCESS_TOKEN\`${security.scopes.map((scope) => ` and ${scope} scope`).join('')}`
}

/** The type of a value with its bounds. */
function describe(document: Document, schema: Schema): string {
  const pattern = schema.pattern === undefined ? [] : [`pattern ${schema.pattern}`]
  return [describeType(document, schema), ...describeBounds(schema), ...pattern].join(', ')
}

function renderFields(document: Document, schema: Schema, indent = ''): string {
  return fieldsOf(schema)
    .map(({ name, schema: node, isRequired }) => {
      const target = dereference<Schema>(document, node)
      const inner = dereference<Schema>(document, (target.items as Schema | Reference | undefined) ?? target)
      const nested = inner.properties ? `\n${renderFields(document, inner, `${indent}  `)}` : ''
      const text = (node as Schema).description ?? target.description
      return `${indent}- \`${name}\`${isRequired ? '' : ' (optional)'}: ${describe(document, target)}. ${text}${nested}`
    })
    .join('\n')
}

/** Shows a query if one succeeds: a reset without one deletes everything. */
function renderExample(own: Scenario[]): string {
  const scenario = own.find(({ status, query }) => status < 300 && Object.keys(query).length > 0) ?? own[0]
  if (!scenario) return ''
  const { operationId, path, query, body, status, response } = scenario
  const { method, path: template } = operations[operationId]
  const target = template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return `\`\`\`
${method} ${target}${search && `?${search}`}${body === undefined ? '' : `\n${JSON.stringify(body)}`}
=> ${status}${response === undefined ? '' : ` ${JSON.stringify(response)}`}
\`\`\`
`
}
