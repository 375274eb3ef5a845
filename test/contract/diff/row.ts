/** The parts of the contract that the changes of both tables concern. */
import type { Document } from '../../../contract/openapi/document.ts'
import { at, error, schema } from '../lint/at.ts'

/** `at` is a regular expression of the changed place. */
export type Row = [what: string, at: string, change: (document: Document) => void]

export const code = (document: Document, name: string) => error(document, name).properties.code
export const fields = (document: Document, name: string) => schema(document, name).properties
export const limit = (name: string, value: number): Row => [
  `x-limits.${name} becomes ${value}`,
  `x-limits/${name}`,
  (document) => Object.assign(at(document, 'x-limits'), { [name]: value }),
]
