/** What server and mock have in common: how HTTP becomes an operation with inputs, or a refusal. */
export type { Admitted } from './admit.ts'
export { closeOnSignal, runCommand } from './command.ts'
export { ApiError, asApiError, refuse } from './errors.ts'
export { finePrint } from './fine-print.ts'
export type { Handler, RequestReport } from './gate.ts'
export { createGate, greet } from './gate.ts'
export type { Listening } from './listen.ts'
export { listen } from './listen.ts'
