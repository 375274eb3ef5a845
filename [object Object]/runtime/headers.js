/** @param given - The caller's headers; later objects override earlier ones. */
export function buildHeaders({ method, url, body }, given, scheme, credential) {
    try {
        const headers = new Headers();
        for (const more of given)
            for (const name in more)
                headers.set(name, more[name]);
        // The generated code declares a content type even for requests without a body.
        headers.delete('Content-Type');
        if (body !== undefined)
            headers.set('Content-Type', 'application/json');
        if (credential)
            headers.set(scheme?.name ?? 'Authorization', scheme?.name ? credential : `Bearer ${credential}`);
        return headers;
    }
    catch {
        // The platform's message would quote a token that contains a line break.
        throw new TypeError(`${method} ${url}: a header is malformed`);
    }
}
