/** What is known of a request on its way through the server. */
import type { Admitted } from '@monitoring-service/gate'
import type { Member } from './store/store.ts'

export interface Passage {
  admitted: Admitted
  /** Who calls, once the token was checked. */
  caller?: Member
  /** What a security check threw; the validator would keep its message only. */
  thrown?: unknown
}

const passages = new WeakMap<object, Passage>()

export function beginPassage(request: object, admitted: Admitted): void {
  passages.set(request, { admitted })
}

/** @throws Error if there is none: nothing is served that did not come through the gate. */
export function passageOf(request: object): Passage {
  const passage = passages.get(request)
  if (!passage) throw new Error('a request came past the gate')
  return passage
}
