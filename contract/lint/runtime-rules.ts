/** Those of the contract's rules that a running mock keeps, too. They bring no validator along. */
export { follow, listOperations } from '../openapi/document.ts'
export { type Element, listElements } from './elements.ts'
export { fragment } from './locate.ts'
export { lintContradictions } from './scenarios.ts'
export type { Judge } from './validate-example.ts'
