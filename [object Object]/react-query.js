/** The entry with options for TanStack Query. Each takes the `client` of `@monitoring-service/sdk/operations`. */
export * from "./generated/@tanstack/react-query.gen.js";
export { createClient } from "./runtime/client.js";
export { nextPage } from "./runtime/pagination.js";
