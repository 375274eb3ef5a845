/** Short ways to the places of the contract that the tests break. */
import type { Document } from '../../../contract/openapi/document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a broken contract has no type
export type Loose = any

/** Where keys lead, a path with its method being the first two of an operation. */
export function at(document: Document, ...keys: (string | number)[]): Loose {
  return keys.reduce((node: Loose, key) => node[key], document)
}

export function schema(document: Document, name: string): Loose {
  return at(document, 'components', 'schemas', name)
}

/** The properties of a refusal's error object. */
export function error(document: Document, name: string): Loose {
  return schema(document, name).properties.error
}

export function shared(document: Document, name: string): Loose {
  return at(document, 'components', 'responses', name)
}

/** The examples of a shared response. */
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
