/** Reads the contract's named examples as scenarios: what is sent, and what comes back. */
import type { Credential, Document, Example, Examples, Given, Operation, Parameter, Send } from '../openapi/document.ts'
import { dereference, listOperations } from '../openapi/document.ts'

export interface Scenario {
  operationId: string
  name: string
  summary: string
  /** A demo user's e-mail, `operator` or `anonymous`. */
  caller: string
  credential: Credential
  given: Given
  send: Send
  path: Record<string, string>
  query: Record<string, unknown>
  /** Absent if the request has none. */
  body?: unknown
  status: number
  /** The error code, of a refusal. */
  code?: string
  /** Absent if the response has none. */
  response?: unknown
}

/** All scenarios, by operation and in the order in which the contract declares the answers. */
export function deriveScenarios(document: Document): Scenario[] {
  return listOperations(document).flatMap(({ operation }) => ofOperation(document, operation))
}

function ofOperation(document: Document, operation: Operation): Scenario[] {
  const inputs = readInputs(document, operation)
  const answers = readAnswers(document, operation)
  const usual = answers[0]?.name ?? ''
  const caller = sides(inputs, usual, answers[0]?.example).find((side) => side['x-caller'])?.['x-caller'] ?? 'anonymous'
  return answers.map(({ name, status, example }) => {
    const said = sides(inputs, name, example)
    const pick = <K extends keyof Example>(key: K) => said.find((side) => side[key] !== undefined)?.[key]
    const code = (example?.value as { error?: { code?: string } } | undefined)?.error?.code
    const scenario: Scenario = {
      operationId: operation.operationId,
      name,
      summary: said
        .map((side) => side.summary)
        .filter(Boolean)
        .join('. '),
      caller: pick('x-caller') ?? caller,
      credential: pick('x-credential') ?? 'valid',
      given: pick('x-given') ?? {},
      send: pick('x-send') ?? {},
      path: {},
      query: {},
      status,
      ...(code !== undefined && { code }),
      ...(example?.value !== undefined && { response: example.value }),
    }
    for (const input of inputs) {
      const value = (input.examples[name] ?? (input.required ? input.examples[usual] : undefined))?.value
      if (value === undefined) continue
      if (input.in === 'body') scenario.body = value
      else if (input.in === 'path') scenario.path[input.name] = String(value)
      else scenario.query[input.name] = value
    }
    return scenario
  })
}

/** The examples of one name, request first. */
function sides(inputs: Input[], name: string, answer: Example | undefined): Example[] {
  return [...inputs.map((input) => input.examples[name]), answer].filter((side) => side !== undefined)
}

interface Input {
  in: 'path' | 'query' | 'header' | 'body'
  name: string
  required: boolean
  examples: Examples
}

/** Everything an operation takes: its parameters, then its body. */
function readInputs(document: Document, operation: Operation): Input[] {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const { name, in: place, required = false, examples = {} } = dereference<Parameter>(document, parameter)
    return { in: place, name, required, examples }
  })
  const media = operation.requestBody?.content['application/json']
  if (!media) return parameters
  const body = { in: 'body' as const, name: 'body', required: operation.requestBody?.required ?? false }
  return [...parameters, { ...body, examples: media.examples ?? {} }]
}

interface Answer {
  name: string
  status: number
  /** Absent where the response has no body. */
  example?: Example
}

/** Every named answer of an operation. */
function readAnswers(document: Document, operation: Operation): Answer[] {
  return Object.entries(operation.responses).flatMap(([status, reference]) => {
    const response = dereference(document, reference)
    const bodiless = (response['x-microcks-refs'] ?? []).map((name) => ({ name, status: Number(status) }))
    const examples = Object.entries(response.content?.['application/json']?.examples ?? {})
    return [...bodiless, ...examples.map(([name, example]) => ({ name, status: Number(status), example }))]
  })
}
