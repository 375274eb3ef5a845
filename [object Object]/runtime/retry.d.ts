/** Decides whether a failed attempt is retried, and after which delay. */
import { type CallError } from './errors.ts';
/** Whether a failed attempt may have had an effect: it was sent, and the service did not reject it. */
export declare function mayHaveApplied({ status, cause }: CallError): boolean;
/**
 * The delay before the next attempt in milliseconds; `Infinity` if there must be none. 429 is always retried. A lost
 * connection and 502, 503 and 504 are retried if the method is idempotent (RFC 9110, 9.2.2) or the request was not sent.
 */
export declare function retryDelay(error: CallError, retries: number): number;
