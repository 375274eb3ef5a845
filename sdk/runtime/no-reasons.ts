/** Takes the place of `reasons.ts` in browsers, which do not tell why a connection was lost: the manifest's field `browser` says so. */

export function reasonOf(_cause: object): undefined {}
export function isUnsent(_error: object): undefined {}
export function isUntrusted(_error: object): undefined {}
