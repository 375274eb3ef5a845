/** The URL of a request: a checked base URL, with a path and a query that cannot leave it. */
import type { Endpoint } from './errors.ts';
/** The base URL without trailing slashes. The error message does not repeat it, since it may contain a password. */
export declare function parseBaseUrl(text: string, allowInsecure?: boolean): string;
/** The parts of a call that determine its URL, as the generated operations name them. */
export interface RequestTarget extends Endpoint {
    /** The values of the path template. */
    path?: Record<string, unknown> | undefined;
    query?: Record<string, unknown> | undefined;
}
export declare function buildUrl(base: string, { method, url, path, query }: RequestTarget): string;
