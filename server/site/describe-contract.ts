/** Makes the contract ready for a reader: decisions, names of scenarios and limits become text that a viewer shows. */
import type { Document } from '@monitoring-service/contract'

type Node = Record<string, unknown>

/** Headers that every response has are told once, by the page. */
export const commonHeaders = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options']

/** @param servers what its requests can be sent to, the first one unless told otherwise. */
export function readable(document: Document, servers: object[]): Document {
  return visit({ ...document, servers }) as Document
}

function visit(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(visit)
  if (typeof node !== 'object' || node === null) return node
  const told = new Map(Object.entries(tell(node as Node)))
  return Object.fromEntries([...told].map(([key, value]) => [key, key === 'value' ? value : visit(value)]))
}

function tell(node: Node): Node {
  const { 'x-decided': decided, 'x-microcks-refs': scenarios, examples, headers, ...rest } = node
  const description = [
    rest.description,
    ...(Array.isArray(scenarios) ? [`Scenarios: ${scenarios.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...tellDecided(decided),
  ].filter((text) => text !== undefined)
  return {
    ...rest,
    ...(description.length > 0 && { description: description.join('\n\n') }),
    ...(headers !== undefined && { headers: withoutCommon(headers as Node) }),
    ...(examples !== undefined && { examples: Array.isArray(examples) ? examples : withNames(examples as Examples) }),
  }
}

function tellDecided(decided: unknown): string[] {
  if (decided === undefined) return []
  if (typeof decided === 'string') return [`**Decided:** ${decided}`]
  return Object.entries(decided as Record<string, string>).map(
    ([keyword, why]) => `**Decided** (\`${keyword}\`): ${why}`,
  )
}

function withoutCommon(headers: Node): Node {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !commonHeaders.includes(name)))
}

type Examples = Record<string, { summary?: string }>

/** Viewers show an example's summary in place of its name, which is what a scenario is called by. */
function withNames(examples: Examples): Examples {
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      { ...example, summary: example.summary === undefined ? name : `${name}: ${example.summary}` },
    ]),
  )
}
