/** The lint rules that the mock applies to a document at run time. */
export { definitions } from '../extensions/definitions.ts'
export { dereference, listOperations, nodeAt } from '../openapi/document.ts'
export { type Element, listElements } from './elements.ts'
export { lintContradictions } from './scenarios.ts'
export { createSchemaValidator, formatError, keysOf } from './schema-validator.ts'
