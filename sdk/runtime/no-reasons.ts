/** Takes the place of `reasons.ts` in browsers, which do not tell why a connection was lost: the manifest's field `browser` says so. */

export const isLost = (error: unknown): boolean =>
  /^(Type|Network)Error$/.test(Object(error).name) || Object(error).retryable === true
export const reasonOf = (error: unknown): string => Object(error).message || 'connection lost'
export function isUnsent(_error: unknown): undefined {}
export function isRefused(_error: unknown): undefined {}
