/** Takes the place of `reasons.ts` in browsers, which do not tell why a connection was lost: the manifest's field `browser` says so. */

type AnyError = { name?: string; message?: string; retryable?: boolean } | undefined

export const isLost = (error: AnyError): boolean | undefined =>
  /^(Type|Network)Error$/.test(error?.name as string) || error?.retryable
export const reasonOf = (error: Error): string => error.message
export function isUnsent(_error: unknown): undefined {}
export function isRefused(_error: unknown): undefined {}
