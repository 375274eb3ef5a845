/** Reads a response: returns its data or throws the error that it represents. */
import { type Endpoint } from './errors.ts';
import type { ClientOptions } from './options.ts';
export declare function readResponse(call: Endpoint, response: Response, { maxResponseLength, validate }: ClientOptions): Promise<{
    data: unknown;
    requestId: string | undefined;
}>;
