/** The gate on Node's own HTTP server, and what every command has in common. */

export { prefersHtml } from './accept.ts'
export { applyCors, type Cors, isPreflight, readOrigins } from './cors.ts'
export { createHandler, type Handler, type RequestReport, setResponseHeaders } from './handler.ts'
export { headerValues } from './headers.ts'
export { type Listening, listen } from './listener.ts'
export { sendError } from './refuse.ts'
export { send } from './respond.ts'
export { closeOnSignal, runCommand } from './run-command.ts'
