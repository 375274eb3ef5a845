/** Takes the place of `reasons.ts` in browsers, which do not tell why a connection was lost: the manifest's field `browser` says so. */

export const reasonOf = (_cause: unknown): string => 'connection lost'
export function isUnsent(_error: unknown): undefined {}
export function isUntrusted(_error: unknown): undefined {}
