import type { Validate } from './runtime/options.ts';
export * from './generated/valibot.gen.ts';
/**
 * Validates the data of every success when passed to `createMonitoring({ validate })`: a call whose data violates the
 * contract rejects with a `ResponseError`. Accepts unknown fields, roles, types and statuses, and any offset in
 * timestamps. Rules that `openapi.yaml` adds to the service document (`x-decided`) are not checked.
 *
 * @returns A description of the violation, without any value of the data, or undefined.
 */
export declare const validate: Validate;
