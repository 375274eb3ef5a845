/** Those of the contract's rules that a running mock keeps, too. They bring no validator along. */
export { dereference, listOperations } from '../openapi/document.ts'
export { type Element, listElements } from './elements.ts'
export { toFragment } from './locate.ts'
export { lintContradictions } from './scenarios.ts'
export type { SchemaValidator } from './schema-validator.ts'
