/** Reads the named examples of each operation, with the location of each example and of its schema. */
import type { Document, Example, Examples, MediaType, Parameter, Reference } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import type { LocatedResponse } from '../openapi/locate.ts'
import { listResponses, locate } from '../openapi/locate.ts'

export interface LocatedExample {
  name: string
  example: Example
  pointer: string[]
  /** The location of the schema that the example must match. */
  schema: string[]
  /** Only in bodies. */
  mediaType?: string
}

/** A parameter, or the body. */
export interface Input {
  in: Parameter['in'] | 'body'
  name: string
  required: boolean
  examples: LocatedExample[]
}

/** A response without a body names its scenarios, but has no examples. */
export type ResponseExample = { status: number; name: string; pointer: string[] } & Partial<LocatedExample>

export interface OperationExamples {
  operationId: string
  responses: LocatedResponse[]
  inputs: Input[]
  requestExamples: LocatedExample[]
  responseExamples: ResponseExample[]
}

/** The examples of every operation, in the order of the document. */
export function listExamples(document: Document): OperationExamples[] {
  const responses = listResponses(document)
  return listOperations(document).map(({ method, path, operation }) => {
    const { operationId, parameters = [], requestBody } = operation
    const ownResponses = responses.filter((response) => response.operationId === operationId)
    const at = ['paths', path, method.toLowerCase()]
    const inputs = parameters.map((reference: Parameter | Reference, index): Input => {
      const { node, pointer } = locate<Parameter>(document, reference, [...at, 'parameters', String(index)])
      const { name, in: location, required = false } = node
      return { in: location, name, required, examples: withLocation(node.examples, pointer) }
    })
    if (requestBody) {
      const examples = examplesOfBody(requestBody.content, [...at, 'requestBody'])
      inputs.push({ in: 'body', name: 'body', required: requestBody.required ?? false, examples })
    }
    return {
      operationId,
      responses: ownResponses,
      inputs,
      requestExamples: inputs.flatMap(({ examples }) => examples),
      responseExamples: ownResponses.flatMap(examplesOfResponse),
    }
  })
}

function examplesOfResponse({ status, node, pointer }: LocatedResponse): ResponseExample[] {
  const withoutBody = (node['x-microcks-refs'] ?? []).map((name, index) => ({
    name,
    pointer: [...pointer, 'x-microcks-refs', String(index)],
  }))
  const examples = [...withoutBody, ...examplesOfBody(node.content ?? {}, pointer)]
  return examples.map((example) => ({ ...example, status: Number(status) }))
}

function examplesOfBody(content: Record<string, MediaType>, pointer: string[]): LocatedExample[] {
  return Object.entries(content).flatMap(([mediaType, { examples }]) =>
    withLocation(examples, [...pointer, 'content', mediaType]).map((example) => ({ ...example, mediaType })),
  )
}

function withLocation(examples: Examples = {}, owner: string[]): LocatedExample[] {
  return Object.entries(examples).map(([name, example]) => ({
    name,
    example,
    pointer: [...owner, 'examples', name],
    schema: [...owner, 'schema'],
  }))
}
