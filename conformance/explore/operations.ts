/** The operations that sequences consist of, by name. */

import type { Action, Area, ExploredOperation } from './action.ts'
import { remove, resolve } from './incidents.ts'
import { leaveKind } from './leave-kind.ts'
import { logInKind } from './log-in-kind.ts'
import { recordKinds } from './record-kinds.ts'
import { signUpAgainKind, signUpKind } from './sign-up-kinds.ts'
import { resetMonitor, resetService } from './statistics.ts'

export const exploredOperations: Record<string, ExploredOperation> = {
  resolve: resolve,
  delete: remove,
  'reset monitor': resetMonitor,
  'reset service': resetService,
  'sign up': signUpKind,
  'sign up again': signUpAgainKind,
  'log in': logInKind,
  leave: leaveKind,
}

export function areaOf({ operation }: Action): Area {
  return (exploredOperations[operation] ?? recordKinds[operation])?.area ?? 'listing'
}
