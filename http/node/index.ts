/** The HTTP server on Node, and the entry point of commands. */
export { prefersHtml } from './accept.ts'
export { readBody } from './body.ts'
export { createHandler, type Handler, type RequestReport, setResponseHeaders } from './handler.ts'
export { type Listening, listen, type RunningServer } from './listener.ts'
export { isOwnName } from './own-name.ts'
export { send, sendError } from './respond.ts'
export { closeOnSignal, ignoreReloads, runCommand } from './run-command.ts'
export { serverLimits } from './server-limits.ts'
