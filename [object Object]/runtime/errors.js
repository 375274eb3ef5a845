/** The base class of all errors of a call. */
export class CallError extends Error {
    constructor({ method, url: path }, problem, more = {}) {
        // A server's text must neither forge a log line nor flood the log.
        super(`${method} ${path}: ${problem}`.replace(/[\p{C}\s]+/gu, ' ').slice(0, 500), more);
        Object.assign(this, { method, path }, more);
    }
    /** Name, message, and the other fields that `console.log` prints. */
    toJSON() {
        return { name: this.name, message: this.message, ...this };
    }
}
/** The service answered with an error of the contract. */
export class ApiError extends CallError {
    // Private, so that it is not printed: a service may send more fields than the contract declares.
    #detail;
    constructor(call, head, detail) {
        super(call, `${head.status} ${detail.code}: ${detail.message}`, head);
        this.code = detail.code;
        this.#detail = detail;
    }
    get name() {
        return 'ApiError';
    }
    /** The error object as the service sent it. */
    get detail() {
        return this.#detail;
    }
}
/** The response does not follow the contract: a proxy, a redirect, a wrong base URL, a broken service. */
export class ResponseError extends CallError {
    get name() {
        return 'ResponseError';
    }
}
/** No complete response arrived; `cause` holds the reason. */
export class ConnectionError extends CallError {
    get name() {
        return 'ConnectionError';
    }
}
/** No complete response arrived within the timeout of one attempt. */
export class TimeoutError extends CallError {
    get name() {
        return 'TimeoutError';
    }
}
