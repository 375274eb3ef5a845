/** All kinds of requests by name. */

import type { RequestKind } from './action.ts'
import { deleteKind, resolveKind } from './incident-kinds.ts'
import { leaveKind } from './leave-kind.ts'
import { logInKind } from './log-in-kind.ts'
import { signUpAgainKind, signUpKind } from './sign-up-kinds.ts'
import { resetMonitorKind, resetServiceKind } from './statistics-kinds.ts'

export const requestKinds: Record<string, RequestKind> = {
  resolve: resolveKind,
  delete: deleteKind,
  'reset monitor': resetMonitorKind,
  'reset service': resetServiceKind,
  'sign up': signUpKind,
  'sign up again': signUpAgainKind,
  'log in': logInKind,
  leave: leaveKind,
}
