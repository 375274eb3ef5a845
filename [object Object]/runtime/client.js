/** The client that the generated operations use in place of hey-api's: it turns requests into calls. */
import { createCall } from "./call.js";
import { createTransport } from "./transport.js";
/**
 * Creates a client for the functions of `@monitoring-service/sdk/operations`. It sends nothing.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`.
 */
export function createClient(options) {
    const transport = createTransport(options);
    const send = (method) => (call) => createCall(transport({ ...call, method }));
    return {
        get: send('GET'),
        put: send('PUT'),
        post: send('POST'),
        delete: send('DELETE'),
        baseUrl: options.baseUrl,
    };
}
