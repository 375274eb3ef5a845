/** Sends a call: makes requests, with retries and one token refresh, until there is a final response. */
import { type RequestTarget } from './build-url.ts';
import { type Security } from './headers.ts';
import type { CallOptions, ClientOptions } from './options.ts';
/** A call, as the generated operations describe it. */
export interface CallRequest extends CallOptions, RequestTarget {
    body?: unknown;
    security?: readonly Security[];
    responseStyle?: 'data';
}
/** The data of a successful call, with its response. */
export interface CallResponse<Data = unknown> {
    data: Data;
    /** Status and headers of the response; its body has been read. */
    response: Response;
    /** The `X-Request-Id` of the response. Quote it to the operator of the service. */
    requestId: string | undefined;
    /** The number of requests sent. */
    attempts: number;
    /** The call writes, and the response to an earlier request was lost: the data describes the last request only. */
    maybeApplied: boolean;
}
export type Transport = (call: CallRequest) => Promise<CallResponse>;
export declare function createTransport(options: ClientOptions): Transport;
