/** Uses TLS or addresses this machine, and has no user, query or fragment. */
const safe = /^(https:|http:..(localhost|127(\.\d+){3}|\[::1])[:/])[^@?#]*$/;
/** The base URL without trailing slashes. The error message does not repeat it, since it may contain a password. */
export function parseBaseUrl(text, allowInsecure) {
    const url = URL.canParse(text) ? new URL(text).href : '';
    if (!safe.test(allowInsecure ? url.replace('http:', 'https:') : url)) {
        throw new TypeError('baseUrl must be https: or local, without user or query');
    }
    return url.replace(/\/+$/, '');
}
export function buildUrl(base, { method, url, path = {}, query = {} }) {
    const reject = (name, rule) => {
        throw new TypeError(`${method} ${url}: ${name} must ${rule}`);
    };
    // An empty or dotted segment would select another path: `PUT /incidents/../resolve` is `PUT /resolve`.
    const segments = url.replace(/\{(\w+)\}/g, (_, name) => {
        const value = path[name];
        return typeof value === 'string' && !/^\.{0,2}$|\p{Cs}/u.test(value)
            ? encodeURIComponent(value)
            : reject(name, 'be text, not "." or ".."');
    });
    const search = new URLSearchParams();
    for (const name in query) {
        if (query[name] !== undefined)
            search.set(name, String(query[name]));
        // Deleting "before undefined" would delete everything.
        else if (method !== 'GET')
            reject(name, 'have a value');
    }
    return base + segments + (`${search}` && `?${search}`);
}
