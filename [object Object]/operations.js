/** The entry with every operation as a separate function, so that a bundle contains only the ones in use. */
export * from "./generated/sdk.gen.js";
export { createClient } from "./runtime/client.js";
export * from "./runtime/errors.js";
