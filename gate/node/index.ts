/** The gate on Node's own HTTP server, and what every command has in common. */
export { closeOnSignal, runCommand } from './command.ts'
export { type Cors, isPreflight, readOrigins, share } from './cors.ts'
export { createGate, greet, type Handler, type RequestReport } from './gate.ts'
export { valuesOf } from './headers.ts'
export { type Listening, listen } from './listen.ts'
export { refuse } from './refuse.ts'
export { send } from './send.ts'
