/** Request parsing, validation and errors of server and mock; runs in browsers too. */
export {
  ApiError,
  describeReason,
  errorHeaders,
  type ResponseParts,
  reasonOf,
  toApiError,
  toErrorResponse,
} from './api-error.ts'
export { type CorsOptions, corsHeaders, isPreflight, parseOrigins } from './cors.ts'
export { formatViolations, type Violation } from './format-violation.ts'
export { type ParsedRequest, parseRequest } from './parse-request.ts'
export { findQueryOrTextViolation } from './query-and-text-rules.ts'
export { responseHeaders } from './response-headers.ts'
export { createRouter, type Router, readQuery } from './router.ts'
export { createValidator, type Query, type Validator } from './validator.ts'
