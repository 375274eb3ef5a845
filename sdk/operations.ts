/** The entry with every operation as a separate function, so that a bundle contains only the ones in use. */

export * from './generated/sdk.gen.ts'
export type * from './generated/types.gen.ts'
export { createClient } from './runtime/client.ts'
export * from './runtime/errors.ts'
