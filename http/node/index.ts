/** The gate on Node's own HTTP server, and what every command has in common. */

export { type Cors, isPreflight, readOrigins, share } from './cors.ts'
export { createGate, greet, type Handler, type RequestReport } from './handler.ts'
export { valuesOf } from './headers.ts'
export { type Listening, listen } from './listener.ts'
export { refuse } from './refuse.ts'
export { send } from './respond.ts'
export { closeOnSignal, runCommand } from './run-command.ts'
