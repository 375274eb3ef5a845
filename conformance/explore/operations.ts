/** The operations that sequences consist of, by name. */

import type { Action, Area, ExploredOperation } from './action.ts'
import { remove, resolve } from './incidents.ts'
import { logIn } from './log-in.ts'
import { exploredRecords } from './records.ts'
import { scheduleDeletion } from './schedule-deletion.ts'
import { signUp, signUpAgain } from './sign-up.ts'
import { resetMonitor, resetService } from './statistics.ts'

export const exploredOperations: Record<string, ExploredOperation> = {
  resolve,
  delete: remove,
  'reset monitor': resetMonitor,
  'reset service': resetService,
  'sign up': signUp,
  'sign up again': signUpAgain,
  'log in': logIn,
  'schedule deletion': scheduleDeletion,
}

export function areaOf({ operation }: Action): Area {
  return (exploredOperations[operation] ?? exploredRecords[operation])?.area ?? 'listing'
}
