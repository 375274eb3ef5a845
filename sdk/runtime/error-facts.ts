/** The facts that errors are made of. */

/** The facts of an error about a response. `cause` is printed by the platform only. */
export interface Facts extends Unprinted {
  status?: number
  code?: string
  requestId?: string | undefined
  retryAfter?: number | undefined
  host?: string
  reason?: string
  cause?: unknown
}

/** Facts that are not printed: headers and bodies may contain secrets, or fields that the contract does not declare. */
export interface Unprinted {
  headers?: Headers | undefined
  body?: string | undefined
  detail?: unknown
}
