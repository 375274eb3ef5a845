/** Finds elements of a document together with their location. */
import type { Document, Reference, Response } from './document.ts'
import { dereference, listOperations } from './document.ts'

export interface Located<T> {
  node: T
  /** The keys that lead to the node. */
  pointer: string[]
}

/** Dereferences a node; the pointer is then that of the reference's target. */
export function locate<T extends object>(document: Document, node: T | Reference, pointer: string[]): Located<T> {
  return { node: dereference(document, node), pointer: '$ref' in node ? node.$ref.slice(2).split('/') : pointer }
}

export interface LocatedResponse extends Located<Response> {
  operationId: string
  status: string
}

/** Every response of every operation; a shared response once for each use. */
export function listResponses(document: Document): LocatedResponse[] {
  return listOperations(document).flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      operationId: operation.operationId,
      status,
      ...locate(document, response, ['paths', path, method.toLowerCase(), 'responses', status]),
    })),
  )
}

/** The keys of a JSON pointer (RFC 6901), without its leading `#`. */
export function keysOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A location as a JSON pointer in a URL fragment. */
export function toFragment(pointer: string[]): string {
  return ['#', ...pointer.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
}
