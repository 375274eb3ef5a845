/** The records of the checks of incidents, by the names that these have for them. */

import { withFallback } from '../../records/recipe.ts'
import * as make from '../../records/recipes.ts'
import { cast } from './scenario.ts'

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
  incident: make.open(),
  other: make.open(),
  another: make.open(),
  spare: make.open(),
  detected: make.auto(),
  finished: make.resolved(),
  finishedAuto: make.resolvedAuto(),
  /** Lists: resolved long ago. */
  older: make.resolvedLongAgo('manual'),
  olderAuto: make.resolvedLongAgo('auto'),
  /** Displayed on a service. */
  shown: make.displayed(),
  otherShown: make.displayed(),
  /** Of the stranger's team. */
  foreign: make.open('stranger'),
  /** With the cause that `startCause` is. */
  explained: make.explained(),
  explained2: make.explained(),
  explained3: make.explained(),
  explained4: make.explained(),
  explained5: make.explained(),
  owner: make.writer(),
  /** With read scope. */
  viewer: make.reader(),
  leavingViewer: make.leavingReader(),
  foreigner: make.stranger(),
  anAdmin: make.admin(),
  aMember: make.member(),
  anOauthMember: make.oauthMember(),
  /** Or the writer. */
  someAdmin: withFallback(make.admin(), make.writer()),
  someMember: withFallback(make.member(), make.writer()),
})
export const startCause = 'A cause from the start'

/** The conditions, by short names. */
export const twice = 'incident already resolved'
export const isAuto = 'incident is auto'
export const unknown = 'incident not found'
export const scope = 'missing write scope'
