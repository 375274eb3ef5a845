/** Writes the index of all operations, sdk/api.md: what each takes, answers and asks for, in the contract's own words. */

import { readCodes } from '../derive/operations.ts'
import type { Document, Operation, Parameter, Reference, Response, Schema } from '../openapi/document.ts'
import { follow, type Located, listOperations } from '../openapi/document.ts'

interface Described extends Operation {
  tags: string[]
  summary: string
  description: string
}

export function generateDocs(document: Document): string {
  const tags = document.tags as { name: string; description: string }[]
  const tagged = (tag: string) =>
    listOperations(document).filter(({ operation }) => (operation as Described).tags.includes(tag))
  const common = everywhere(document)
  const sections = tags.map(({ name, description }) => [
    `## ${name}`,
    description,
    ...tagged(name).map((located) => describe(document, located, common)),
  ])
  return `${[
    '<!-- Made from openapi.yaml by `npm run generate`. Do not edit. -->',
    '# Operations',
    'Each is a function of `@monitoring-service/sdk/operations`. The types are exported by every entry but `./fetch`.',
    ...sections.flat(),
    '## What any operation may answer besides',
    table(document, listOperations(document)[0]?.operation, (response) => common.has(response)),
  ].join('\n\n')}\n`
}

/** The SDK's README with the table of its functions between two comments. */
export function fillReadme(document: Document, readme: string): string {
  const rows = listOperations(document).map(({ operation }) => {
    const { parameters = [], requestBody } = operation
    const given = parameters.map((parameter) => follow<Parameter>(document, parameter))
    const inputs = [
      ...given.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      ...(requestBody ? [`body${requestBody.required ? '' : '?'}`] : []),
      ...(given.some((parameter) => parameter.in === 'query') ? ['query?'] : []),
    ]
    const needs = credential(document, operation).replace(/, sent as `.*?`/, '')
    return `| \`${operation['x-sdk']}(${inputs.join(', ')})\` | ${needs === 'none' ? '' : needs} |`
  })
  const table = ['| function | needs |', '| --- | --- |', ...rows].join('\n')
  return readme.replace(/(<!-- calls.*-->\n)[\s\S]*(?=<!-- end of calls -->)/, `$1${table}\n`)
}

/** The responses that every operation shares. */
function everywhere(document: Document): Set<string> {
  const [first = [], ...rest] = listOperations(document).map(({ operation }) =>
    Object.values(operation.responses).map(nameOf),
  )
  return new Set(first.filter((name) => name && rest.every((names) => names.includes(name))))
}

const nameOf = (reference: Response | Reference) => ('$ref' in reference ? reference.$ref : '')

function describe(document: Document, { method, path, operation }: Located, common: Set<string>): string {
  const { operationId, description } = operation as Described
  return [
    `### ${operationId}`,
    `\`${method} ${path}\``,
    oneLine(description),
    [`- Credential: ${credential(document, operation)}`, ...inputs(document, operation)].join('\n'),
    table(document, operation, (response) => !common.has(response)),
  ].join('\n\n')
}

function credential(document: Document, { security }: Operation): string {
  const [name, scopes] = Object.entries(security?.[0] ?? {})[0] ?? []
  const scheme = document.components.securitySchemes?.[name ?? '']
  if (!scheme || !scopes) return 'none'
  const what = scheme.name ? `\`adminKey\`, sent as \`${scheme.name}\`` : '`session`, sent as `Authorization: Bearer`'
  return scopes.length > 0 ? `${what}; scope ${scopes.map((scope) => `\`${scope}\``).join(', ')}` : what
}

/** What the caller gives: parameters one by one, and the fields of the body. */
function inputs(document: Document, { parameters = [], requestBody }: Operation): string[] {
  const listed = parameters.map((reference) => {
    const parameter = follow<Parameter>(document, reference)
    const { name, in: place, required, description } = parameter as Parameter & { description: string }
    const optional = required ? '' : ', optional'
    return `- \`${place}.${name}\`${optional}: ${typeOf(document, parameter.schema)}. ${oneLine(description)}`
  })
  const media = requestBody?.content['application/json']
  if (!media) return listed
  const optional = requestBody?.required ? '' : ', optional'
  return [
    ...listed,
    `- \`body\`${optional}: ${typeOf(document, media.schema)}`,
    ...fields(document, media.schema).map((field) => `  ${field}`),
  ]
}

/** The fields of an object, or those of each of its alternatives. */
function fields(document: Document, reference: Schema | Reference): string[] {
  const { properties = {}, required = [], anyOf = [] } = follow<Schema>(document, reference)
  const own = Object.entries(properties).map(([name, property]) => {
    const optional = (required as string[]).includes(name) ? '' : ', optional'
    const { description } = { ...follow<Schema>(document, property), ...property } as { description?: string }
    return `- \`${name}\`${optional}: ${typeOf(document, property)}.${description ? ` ${oneLine(description)}` : ''}`
  })
  return [
    ...own,
    ...(anyOf as Reference[]).flatMap((choice) =>
      fields(document, choice).map((field) => field.replace('- ', '- either ')),
    ),
  ]
}

/** An operation's responses, of those that are wanted by name. */
function table(document: Document, operation: Operation | undefined, isWanted: (name: string) => boolean): string {
  const wanted = Object.entries(operation?.responses ?? {}).filter(([, reference]) => isWanted(nameOf(reference)))
  const rows = wanted.map(([status, reference]) => {
    const response = follow<Response>(document, reference)
    const schema = response.content?.['application/json']?.schema
    const codes = readCodes(document, response).map((code) => `\`${code}\``)
    const brings = codes.length > 0 ? codes.join(', ') : schema ? typeOf(document, schema) : 'nothing'
    return `| ${status} | ${brings} | ${oneLine(response.description)} |`
  })
  return ['| status | brings | means |', '| --- | --- | --- |', ...rows].join('\n')
}

/** A schema's type with its bounds; a named one by its name. */
function typeOf(document: Document, reference: Schema | Reference): string {
  if ('$ref' in reference) return `\`${String(reference.$ref).split('/').at(-1)}\``
  const { type, properties, anyOf, minimum, maximum, minLength, maxLength, default: preset } = reference
  if (anyOf) return (anyOf as Reference[]).map((choice) => typeOf(document, choice)).join(' or ')
  if (properties) {
    const inner = Object.entries(properties).map(([name, property]) => `${name}: ${typeOf(document, property)}`)
    return `\`{ ${inner.join(', ').replaceAll('`', '')} }\``
  }
  const range = (from: unknown, to: unknown, unit: string) => {
    const parts = [from !== undefined && `from ${from}`, to !== undefined && `to ${to}`].filter(Boolean)
    return parts.length > 0 && parts.join(' ') + unit
  }
  const bounds = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    preset !== undefined && `default ${preset}`,
  ]
  return [[type].flat().join(' or '), ...bounds.filter(Boolean)].join(', ')
}

/** Without line breaks, and fit for a cell of a table. */
function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')
}
