/** Prepares the contract for a viewer: decisions, scenario names and limits become part of the descriptions. */
import type { Document } from '@monitoring-service/contract'

type Node = Record<string, unknown>

/** Headers of every response. The page describes them once, so they are removed from each response. */
export const commonHeaders = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options']

/** @param servers the OpenAPI server objects to offer; the first one is selected by default. */
export function describeContract(document: Document, servers: object[]): Document {
  return visit({ ...document, servers }) as Document
}

function visit(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(visit)
  if (typeof node !== 'object' || node === null) return node
  // The value of an example is data.
  const entries = Object.entries(describeNode(node as Node))
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'value' ? value : visit(value)]))
}

function describeNode(node: Node): Node {
  const { 'x-decided': decided, 'x-microcks-refs': scenarios, examples, headers, ...rest } = node
  const description = [
    rest.description,
    Array.isArray(scenarios) && `Scenarios: ${scenarios.map((name) => `\`${name}\``).join(', ')}.`,
    ...describeDecisions(decided),
  ].filter((text) => text !== undefined && text !== false)
  return {
    ...rest,
    ...(description.length > 0 && { description: description.join('\n\n') }),
    ...(headers !== undefined && { headers: withoutCommonHeaders(headers as Node) }),
    ...(examples !== undefined && { examples: Array.isArray(examples) ? examples : withNames(examples as Examples) }),
  }
}

function describeDecisions(decided: unknown): string[] {
  if (decided === undefined) return []
  if (typeof decided === 'string') return [`**Decided:** ${decided}`]
  return Object.entries(decided as Node).map(([keyword, reason]) => `**Decided** (\`${keyword}\`): ${reason}`)
}

function withoutCommonHeaders(headers: Node): Node {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !commonHeaders.includes(name)))
}

type Examples = Record<string, { summary?: string }>

/** Viewers show the summary of an example instead of its name, which is the name of its scenario: show both. */
function withNames(examples: Examples): Examples {
  const named = Object.entries(examples).map(([name, example]) => [
    name,
    { ...example, summary: example.summary === undefined ? name : `${name}: ${example.summary}` },
  ])
  return Object.fromEntries(named)
}
