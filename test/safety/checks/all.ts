/** All checks, by their number. */
import { authentication } from './authentication.ts'
import { authorisation } from './authorisation.ts'
import type { Part } from './check.ts'
import { operation } from './operation.ts'
import { state } from './state.ts'
import { storage } from './storage.ts'
import { transport } from './transport.ts'
import { validation } from './validation.ts'

export const checks: Part = {
  ...transport,
  ...validation,
  ...authentication,
  ...authorisation,
  ...state,
  ...storage,
  ...operation,
}
