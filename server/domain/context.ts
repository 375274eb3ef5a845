/** What an operation may use beside its input. */
import type { Passwords } from '../auth/passwords.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Store } from '../store/store.ts'

export interface Context {
  store: Store
  passwords: Passwords
  tokens: Tokens
  /** The URL that plan-limit errors point to. */
  upgradeUrl: string
  now(): Date
}
