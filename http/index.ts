/** Request parsing, validation and errors of server and mock; runs in browsers too. */
export {
  ApiError,
  describeReason,
  type ErrorResponse,
  errorHeaders,
  reasonOf,
  toApiError,
  toErrorResponse,
} from './api-error.ts'
export { type CorsOptions, corsHeaders, isPreflight, parseOrigins } from './cors.ts'
export { findExtraViolation } from './extra-rules.ts'
export { formatViolations, type Violation } from './format-violation.ts'
export { type ParsedRequest, parseRequest } from './parse-request.ts'
export { responseHeaders } from './response-headers.ts'
export { createRouter, type Router, readQuery } from './router.ts'
export { createValidator, type Query, type Validator } from './validator.ts'
