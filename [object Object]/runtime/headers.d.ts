/** The headers of a request: the caller's own, the media type, and the one credential that the contract requires. */
import type { Endpoint } from './errors.ts';
/** A security scheme, as the generated operations describe it. */
export interface Security {
    type: 'http' | 'apiKey';
    /** The HTTP authentication scheme; the contract uses bearer. */
    scheme?: string;
    /** The header of an API key. */
    name?: string;
}
/** @param given - The caller's headers; later objects override earlier ones. */
export declare function buildHeaders({ method, url, body }: Endpoint & {
    body?: unknown;
}, given: (Record<string, string> | undefined)[], scheme: Security | undefined, credential: string | undefined): Headers;
