/** A call: a promise of data, which also gives access to its result and its response. */
import { CallError, } from "./errors.js";
export function createCall(sent) {
    let response;
    // Both methods derive from this promise, so using one of them prevents an unhandled rejection.
    const data = sent.then((received) => {
        response = received;
        return response.data;
    });
    const methods = {
        result: () => data.then((data) => ({ ok: true, status: response.response.status, data }), (error) => {
            if (!(error instanceof CallError))
                throw error;
            return { ok: false, status: error.code && error.status, error };
        }),
        withResponse: () => data.then(() => response),
    };
    return Object.assign(data, methods);
}
