/** Describes the fields of a schema: name, type, bounds and meaning. */
import { type Document, dereference, type Reference, type Schema } from '@monitoring-service/contract/document'
import { type Html, html } from '@monitoring-service/contract/html'
import { inlineMarkdown } from './markdown.ts'

export interface Field {
  name: string
  schema: (Schema | Reference) & { description?: unknown }
  isRequired: boolean
}

export function describeFields(document: Document, fields: Field[]): Html {
  return html`<dl class="fields">${fields.map((field) => describeField(document, field))}
</dl>`
}

function describeField(document: Document, { name, schema: node, isRequired }: Field): Html {
  const target = dereference<Schema>(document, node)
  const schema: Schema = { ...target, description: node.description ?? target.description }
  const inner = dereference<Schema>(document, (schema.items as Schema | undefined) ?? schema)
  const fields = inner.properties && fieldsOf(inner)
  const bounds = describeBounds(schema)
  return html`
<div><dt><code>${name}</code> <span>${describeType(document, schema)}${!isRequired && ', optional'}</span></dt>
<dd>${typeof schema.description === 'string' && inlineMarkdown(schema.description)}${bounds.length > 0 && html` <small>(${bounds.join(', ')})</small>`}${
    fields && describeFields(document, fields)
  }</dd></div>`
}

/** The properties of an object as fields. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: (required as string[]).includes(name),
  }))
}

/** The objects that a body may be: one, or the alternatives of a union. */
export function alternativesOf(document: Document, node: Schema | Reference): Schema[] {
  const schema = dereference<Schema>(document, node)
  const alternatives = (schema.oneOf ?? schema.anyOf) as (Schema | Reference)[] | undefined
  return alternatives ? alternatives.flatMap((each) => alternativesOf(document, each)) : [schema]
}

/** The type of a value, or the only values that it may have. */
export function describeType(document: Document, schema: Schema): string {
  const { type, items, format } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (items) return `array of ${describeType(document, dereference<Schema>(document, items as Schema))}s`
  const name = [type].flat().filter(Boolean).join(' or ')
  return format && format !== 'password' ? `${name}, ${format}` : name
}

const number = (value: unknown) => Number(value).toLocaleString('en')
const bounds: Record<string, (value: unknown) => string> = {
  default: (value) => `default ${value}`,
  minimum: (value) => `at least ${number(value)}`,
  maximum: (value) => `at most ${number(value)}`,
  minLength: (value) => (value === 1 ? 'never empty' : `at least ${number(value)} characters`),
  maxLength: (value) => `at most ${number(value)} characters`,
  'x-max-bytes': (value) => `at most ${number(value)} bytes`,
  maxItems: (value) => `at most ${number(value)} items`,
}

export function describeBounds(schema: Schema): string[] {
  return Object.entries(bounds).flatMap(([keyword, describe]) =>
    schema[keyword] === undefined ? [] : [describe(schema[keyword])],
  )
}
