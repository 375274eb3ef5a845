/** What a request passes before anybody looks at its meaning, wherever it comes from. Nothing here needs Node. */
export { type Admitted, admit } from './admit.ts'
export { type Answer, ApiError, answerOf, asApiError } from './errors.ts'
export { explain, type Violation } from './explain.ts'
export { finePrint } from './fine-print.ts'
export { greeting } from './greeting.ts'
export { createRouter, type Router, readQuery } from './route.ts'
export { createValidator, findValidators, type Query, type Validator } from './validate.ts'
