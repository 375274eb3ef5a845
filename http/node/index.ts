/** The gate on Node's own HTTP server, and what every command has in common. */

export { prefersHtml } from './accept.ts'
export { applyCors, type CorsOptions, isPreflight, parseOrigins } from './cors.ts'
export { createHandler, type Handler, type RequestReport, setResponseHeaders } from './handler.ts'
export { headerValues } from './headers.ts'
export { listen, type RunningServer, serverLimits } from './listener.ts'
export { sendError } from './refuse.ts'
export { send } from './respond.ts'
export { closeOnSignal, runCommand } from './run-command.ts'
