/** Gathers an operation's examples by side, each with its place and the place of its schema. */
import type { Document, Example, Examples, MediaType, Parameter, Reference } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import type { LocatedResponse } from './locate.ts'
import { listResponses, locate } from './locate.ts'

export interface Side {
  name: string
  example: Example
  pointer: string[]
  /** Where the schema is that the example is judged by. */
  schema: string[]
}

/** A response without a body names its scenarios, but has no examples. */
export type Answer = { status: number; name: string; pointer: string[] } & Partial<Pick<Side, 'example' | 'schema'>>

export interface Scene {
  operationId: string
  responses: LocatedResponse[]
  requests: Side[]
  answers: Answer[]
}

/** One scene for each operation. */
export function listScenes(document: Document): Scene[] {
  const responses = listResponses(document)
  return listOperations(document).map(({ method, path, operation }) => {
    const { operationId, parameters = [], requestBody } = operation
    const own = responses.filter((response) => response.operationId === operationId)
    const at = ['paths', path, method.toLowerCase()]
    const inputs = parameters.map((parameter: Parameter | Reference, index) =>
      locate<Parameter>(document, parameter, [...at, 'parameters', String(index)]),
    )
    const body = requestBody && sidesOfBody(requestBody.content, [...at, 'requestBody'])
    return {
      operationId,
      responses: own,
      requests: [...inputs.flatMap(({ node, pointer }) => sides(node.examples, pointer)), ...(body ?? [])],
      answers: own.flatMap(readAnswers),
    }
  })
}

function readAnswers({ status, node, pointer }: LocatedResponse): Answer[] {
  const bodiless = (node['x-microcks-refs'] ?? []).map((name, index) => ({
    name,
    pointer: [...pointer, 'x-microcks-refs', String(index)],
  }))
  return [...bodiless, ...sidesOfBody(node.content ?? {}, pointer)].map((side) => ({ ...side, status: Number(status) }))
}

function sidesOfBody(content: Record<string, MediaType>, pointer: string[]): Side[] {
  return Object.entries(content).flatMap(([type, { examples }]) => sides(examples, [...pointer, 'content', type]))
}

function sides(examples: Examples = {}, owner: string[]): Side[] {
  return Object.entries(examples).map(([name, example]) => ({
    name,
    example,
    pointer: [...owner, 'examples', name],
    schema: [...owner, 'schema'],
  }))
}
