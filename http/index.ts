/** What a request passes before anybody looks at its meaning, wherever it comes from. Nothing here needs Node. */

export { type Answer, ApiError, answerOf, asApiError } from './api-error.ts'
export { finePrint } from './extra-rules.ts'
export { explain, type Violation } from './format-violation.ts'
export { type Admitted, admit } from './parse-request.ts'
export { greeting } from './response-headers.ts'
export { createRouter, type Router, readQuery } from './router.ts'
export { createValidator, findValidators, type Query, type Validator } from './validator.ts'
