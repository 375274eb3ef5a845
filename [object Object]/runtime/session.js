export function createCredentialSource({ session, adminKey }) {
    let refreshing;
    async function refresh(stale) {
        if (!session?.refresh)
            return undefined;
        const current = await session.token();
        // Another call may have refreshed it since.
        return current === stale ? session.refresh(stale) : current;
    }
    return async (scheme, stale) => {
        if (scheme.name)
            return typeof adminKey === 'function' ? adminKey() : adminKey;
        if (!stale)
            return session?.token();
        refreshing ??= refresh(stale).finally(() => {
            refreshing = undefined;
        });
        return refreshing;
    };
}
