/** The context of an operation: all that it uses beside its input. */
import type { Passwords } from '../auth/passwords.ts'
import type { Network } from '../auth/rate-limit.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Store } from '../store/store.ts'

export interface Context {
  /** Made by `openStore`. */
  store: Store
  /** Made by `createPasswords`. */
  passwords: Passwords
  /** Made by `createTokens`. */
  tokens: Tokens
  /** The URL that plan-limit errors point to. */
  upgradeUrl: string
  /** The time of the service. */
  now(): Date
  /** The most attempts of an account in a window, if not the contract's. */
  attempts?: number | undefined
}

/** The context of one request. */
export interface OperationContext extends Context {
  /** The network of the request's client, and its limit of attempts; undefined for this machine. */
  network?: Network | undefined
  /** Tells the log which user a request is about, where no credential does. */
  identified(userId: string): void
}
