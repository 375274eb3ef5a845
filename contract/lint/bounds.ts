/** The rule that a response accepts every value that the request of the same operation may contain. */
import type { Document, Parameter, Reference, Response, Schema } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import { type Located, locate, toFragment } from '../openapi/locate.ts'
import { distinct, type LintError } from './lint-error.ts'
import { lintQuotedNumbers } from './quoted-numbers.ts'

type LocatedSchema = Located<Schema> & { name: string }

const upperBounds = ['maximum', 'maxLength', 'maxItems', 'x-max-bytes']
const lowerBounds = ['minimum', 'minLength', 'minItems']

/** A value that a request may send must be valid in the response that returns it: the server would reject its own response with 500. */
export function lintBounds(document: Document): LintError[] {
  return distinct([
    ...lintQuotedNumbers(document),
    ...listOperations(document).flatMap(({ method, path, operation }) => {
      const at = ['paths', path, method.toLowerCase()]
      const inputs = (operation.parameters ?? []).map((reference, index) => {
        const { node, pointer } = locate<Parameter>(document, reference, [...at, 'parameters', String(index)])
        return { name: node.name, ...locate<Schema>(document, node.schema, [...pointer, 'schema']) }
      })
      const { content } = operation.requestBody ?? {}
      inputs.push(...propertiesOfBody(document, content, [...at, 'requestBody']))
      const outputs = Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, reference]) => locate<Response>(document, reference, [...at, 'responses', status]))
        .flatMap(({ node, pointer }) => propertiesOfBody(document, node.content, pointer))
      return [
        ...inputs.flatMap((input) =>
          outputs.filter(({ name }) => name === input.name).flatMap((output) => compareBounds(input, output)),
        ),
        ...comparePageSize(inputs, outputs),
        ...compareGracePeriod(document, outputs),
      ]
    }),
  ])
}

/** The properties of a JSON body at every depth. */
function propertiesOfBody(document: Document, content: Response['content'], pointer: string[]): LocatedSchema[] {
  const schema = content?.['application/json']?.schema
  return schema ? propertiesOf(document, schema, [...pointer, 'content', 'application/json', 'schema']) : []
}

/** The properties of a schema at every depth, each with its name and the place of its own schema. */
function propertiesOf(document: Document, reference: Schema | Reference, pointer: string[]): LocatedSchema[] {
  const { node, pointer: at } = locate<Schema>(document, reference, pointer)
  const own = Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const place = [...at, 'properties', name]
    return [{ name, ...locate<Schema>(document, property, place) }, ...propertiesOf(document, property, place)]
  })
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    ((node[key] ?? []) as Schema[]).flatMap((part, index) => propertiesOf(document, part, [...at, key, String(index)])),
  )
  const items = node.items ? propertiesOf(document, node.items as Schema, [...at, 'items']) : []
  return [...own, ...alternatives, ...items]
}

function compareBounds(input: LocatedSchema, output: LocatedSchema): LintError[] {
  const isSameType = [input.node.type].flat().some((type) => [output.node.type].flat().includes(type))
  if (!isSameType) return []
  return [...upperBounds, ...lowerBounds].flatMap((keyword) => {
    const [sent, returned] = [input.node[keyword], output.node[keyword]] as (number | undefined)[]
    const isWithin = (value: number, bound: number) => (upperBounds.includes(keyword) ? value <= bound : value >= bound)
    if (returned === undefined || (sent !== undefined && isWithin(sent, returned))) return []
    return [disagreement([...input.pointer, keyword], sent, [...output.pointer, keyword], returned)]
  })
}

/** The query parameter `limit` bounds the number of items in `data`. */
function comparePageSize(inputs: LocatedSchema[], outputs: LocatedSchema[]): LintError[] {
  const limit = inputs.find(({ name }) => name === 'limit')
  const data = outputs.find(({ name }) => name === 'data')
  const [most, items] = [limit?.node.maximum, data?.node.maxItems] as (number | undefined)[]
  if (!limit || !data || most === items) return []
  return [disagreement([...limit.pointer, 'maximum'], most, [...data.pointer, 'maxItems'], items)]
}

/** The maximum of `daysRemaining` allows for the whole grace period. */
function compareGracePeriod({ 'x-limits': { gracePeriodDays } }: Document, outputs: LocatedSchema[]): LintError[] {
  return outputs
    .filter(({ name, node }) => name === 'daysRemaining' && Number(node.maximum) < Number(gracePeriodDays))
    .map(({ node, pointer }) =>
      disagreement(['x-limits', 'gracePeriodDays'], gracePeriodDays, [...pointer, 'maximum'], Number(node.maximum)),
    )
}

function disagreement(input: string[], sent: number | undefined, output: string[], returned?: number): LintError {
  const one = `${toFragment(input)} is ${sent ?? 'absent'}`
  const other = `${toFragment(output)} is ${returned ?? 'absent'}`
  // The keyword may be absent; its schema is not.
  return { rule: 'bounds', message: `${one}, but ${other}: change one of them`, pointer: output.slice(0, -1) }
}
