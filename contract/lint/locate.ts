/** Finds things in the contract together with the place where they are written. */
import type { Document, Reference, Response } from '../openapi/document.ts'
import { dereference, listOperations } from '../openapi/document.ts'

export interface Located<T> {
  node: T
  /** The keys that lead to it. */
  pointer: string[]
}

/** What a local reference stands for, at its own place, or the thing itself. */
export function locate<T extends object>(document: Document, node: T | Reference, pointer: string[]): Located<T> {
  return { node: dereference(document, node), pointer: '$ref' in node ? node.$ref.slice(2).split('/') : pointer }
}

export interface LocatedResponse extends Located<Response> {
  operationId: string
  status: string
}

/** Every response of every operation; a shared one as often as it is used. */
export function listResponses(document: Document): LocatedResponse[] {
  return listOperations(document).flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      operationId: operation.operationId,
      status,
      ...locate(document, response, ['paths', path, method.toLowerCase(), 'responses', status]),
    })),
  )
}

/** A place as a JSON pointer in a URL fragment. */
export function toFragment(pointer: string[]): string {
  return ['#', ...pointer.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}
