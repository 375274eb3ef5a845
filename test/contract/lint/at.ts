/** Short accessors for the elements of the contract that the tests change. */
import type { Document } from '../../../contract/openapi/document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a broken contract has no type
export type Loose = any

export function at(document: Document, ...keys: (string | number)[]): Loose {
  return keys.reduce((node: Loose, key) => node[key], document)
}

export function schema(document: Document, name: string): Loose {
  return at(document, 'components', 'schemas', name)
}

/** The schema of the error object in an error response's schema. */
export function error(document: Document, name: string): Loose {
  return schema(document, name).properties.error
}

export function shared(document: Document, name: string): Loose {
  return at(document, 'components', 'responses', name)
}

export function sharedExamples(document: Document, name: string): Loose {
  return shared(document, name).content['application/json'].examples
}

export function post(document: Document, path: string): Loose {
  return at(document, 'paths', path, 'post')
}

/** The examples of a request body or a response. */
export function examples(owner: Loose): Loose {
  return owner.content['application/json'].examples
}
