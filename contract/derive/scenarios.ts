/** Derives scenarios from the document's named examples: the request to send and the response to expect. */
import type { Credential, Document, Example, Given, Send } from '../openapi/document.ts'
import { type Input, listExamples, type OperationExamples, type ResponseExample } from './examples.ts'

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
  /** The error code, of an error response. */
  code?: string
  /** Absent if the response has no body. */
  response?: unknown
}

/** All scenarios, by operation and in the order in which the document declares the responses. */
export function deriveScenarios(document: Document): Scenario[] {
  return listExamples(document).flatMap(scenariosOf)
}

/** A scenario without a caller, or without an input that is required, has that of the operation's first one. */
function scenariosOf({ operationId, inputs, responseExamples }: OperationExamples): Scenario[] {
  const responses = responseExamples.filter(isJson)
  const [first] = responses
  const firstName = first?.name ?? ''
  const caller = first && pick(examplesNamed(inputs, first), 'x-caller')
  return responses.map((response) => {
    const { name, status, example } = response
    const examples = examplesNamed(inputs, response)
    const code = (example?.value as { error?: { code?: string } } | undefined)?.error?.code
    const scenario: Scenario = {
      operationId,
      name,
      summary: examples.flatMap(({ summary }) => summary || []).join('. '),
      caller: pick(examples, 'x-caller') ?? caller ?? 'anonymous',
      credential: pick(examples, 'x-credential') ?? 'valid',
      given: pick(examples, 'x-given') ?? {},
      send: pick(examples, 'x-send') ?? {},
      path: {},
      query: {},
      status,
      ...(code !== undefined && { code }),
      ...(example?.value !== undefined && { response: example.value }),
    }
    for (const input of inputs) {
      const given = exampleOf(input, name) ?? (input.required ? exampleOf(input, firstName) : undefined)
      const value = given?.value
      if (value === undefined) continue
      if (input.in === 'body') scenario.body = value
      else if (input.in === 'path') scenario.path[input.name] = String(value)
      else if (input.in === 'query') scenario.query[input.name] = value
    }
    return scenario
  })
}

function isJson({ mediaType = 'application/json' }: { mediaType?: string }): boolean {
  return mediaType === 'application/json'
}

function exampleOf({ examples }: Input, name: string): Example | undefined {
  return examples.filter(isJson).find((example) => example.name === name)?.example
}

/** A scenario's examples, those of the request first. */
function examplesNamed(inputs: Input[], { name, example }: ResponseExample): Example[] {
  return [...inputs.map((input) => exampleOf(input, name)), example].filter((found) => found !== undefined)
}

function pick<Key extends keyof Example>(examples: Example[], key: Key): Example[Key] | undefined {
  return examples.find((example) => example[key] !== undefined)?.[key]
}
