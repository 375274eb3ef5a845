/** Every operation as a function of its own, so that a bundle holds only those that are used. */

export * from './generated/sdk.gen.ts'
export type * from './generated/types.gen.ts'
export { createClient } from './runtime/client.ts'
export * from './runtime/errors.ts'
