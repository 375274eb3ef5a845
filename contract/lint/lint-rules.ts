/** The lint rules that the mock applies to a document at run time; they import no validator. */
export { dereference, listOperations } from '../openapi/document.ts'
export { toFragment } from '../openapi/locate.ts'
export { type Element, listElements } from './elements.ts'
export { lintContradictions } from './scenarios.ts'
export type { SchemaValidator } from './schema-validator.ts'
