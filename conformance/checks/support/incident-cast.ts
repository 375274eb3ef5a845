/** The records of the checks of incidents, by the names that these have for them. */

import { any } from '../../records/kinds.ts'
import { firstOf, optional, recipe } from '../../records/recipe.ts'
import * as make from '../../records/recipes.ts'
import { day } from '../../verdict/days.ts'
import { cast } from './scenario.ts'

export const startCause = 'A cause from the start'

/** None if only a list has resolved ones: more days ago than any limit of an implementation, as a rule. */
const resolvedLongAgo = (type: string) => {
  const time = new Date(Date.now() - 400 * day).toISOString()
  return recipe(['writer'], async (builder) => {
    const made = optional(make.incident({ type, status: 'resolved', startedAt: time, resolvedAt: time }))
    return [(await made.make(builder)) ?? []].flat()
  })
}

export const {
  incident,
  other,
  another,
  spare,
  detected,
  finished,
  finishedAuto,
  older,
  olderAuto,
  shown,
  otherShown,
  foreign,
  explained,
  explained2,
  explained3,
  explained4,
  explained5,
  owner,
  viewer,
  leavingViewer,
  foreigner,
  anAdmin,
  aMember,
  anOauthMember,
  someAdmin,
  someMember,
} = cast({
  /** Open manual incidents of the writer's team. */
  incident: make.incident(),
  other: make.incident(),
  another: make.incident(),
  spare: make.incident(),
  detected: make.incident({ type: 'auto' }),
  finished: make.incident({ status: 'resolved' }),
  finishedAuto: make.incident({ type: 'auto', status: 'resolved' }),
  /** Lists: resolved long ago. */
  older: resolvedLongAgo('manual'),
  olderAuto: resolvedLongAgo('auto'),
  /** Displayed on a service. */
  shown: make.incident({ serviceId: any }),
  otherShown: make.incident({ serviceId: any }),
  /** Of the stranger's team. */
  foreign: make.incident({}, 'stranger'),
  /** With the cause that `startCause` is. */
  explained: make.incident({ cause: startCause }),
  explained2: make.incident({ cause: startCause }),
  explained3: make.incident({ cause: startCause }),
  explained4: make.incident({ cause: startCause }),
  explained5: make.incident({ cause: startCause }),
  owner: make.writer,
  /** With read scope. */
  viewer: make.reader,
  leavingViewer: make.account('reader'),
  foreigner: make.stranger,
  anAdmin: make.admin,
  aMember: make.member,
  anOauthMember: make.account('member', { password: null }),
  /** Or the writer. */
  someAdmin: firstOf(make.admin, make.writer),
  someMember: firstOf(make.member, make.writer),
})

/** The conditions, by short names. */
export const alreadyResolved = 'incident already resolved'
export const isAuto = 'incident is auto'
export const unknown = 'incident not found'
export const scope = 'missing write scope'
