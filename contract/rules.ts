/** Those of the contract's rules that a running mock keeps, too. They bring no validator along. */
export { follow, listOperations } from './document.ts'
export { type Element, listElements } from './lint/elements.ts'
export type { Judge } from './lint/judge.ts'
export { fragment } from './lint/places.ts'
export { lintContradictions } from './lint/scenarios.ts'
