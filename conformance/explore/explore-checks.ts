/** The check that reports exploring, and how much a run explores. */

import type { Check, Suite } from '../checks/support/suite.ts'
import { InapplicableError } from '../records/errors.ts'
import { explorePart } from '../verdict/check.ts'

export const defaultSeconds = 5
/** Requests that exploring may send in each second that it has. */
export const requestsPerSecond = 280

/** The requirements that the calls of sequences can show. */
const verified =
  '1a 2.1d 2.2b 2.2d 2.3a 2.4a 3.1a 3.1b 3.1c 3.1d 3.2a 3.2b 3.2c 3.2d 4.1a 4.1f 4.2a 4.2c 4.3a 4.3b 4.3c 4.3d 4.3f ' +
  '4.4a 4.4b 4.4c 4.4f 4.5a 4.5b 4.5c 4.5g 4.5h 4.5i 4.6a 4.6b 4.6d 4.7a 4.7b 4.7c 4.7d 4.7e 4.7f 4.8a 4.8b 4.8c ' +
  '4.8d 4.8e 4.8f 5d 8a'

/** Its run is the exploration. */
export const exploreCheck: Check = {
  id: 'EXPLORE-01',
  title: 'In any order, calls are answered as documented, and take effect.',
  part: explorePart,
  requirementIds: verified.split(' '),
  level: 'documented',
  needs: [],
  given: [],
  isRepeated: false,
  order: 'any',
  run: () => Promise.reject(new InapplicableError('it is explored after the other checks')),
}

/** Of a whole sequence. */
export const sequenceCheck: Check = { ...exploreCheck, id: 'EXPLORE', title: 'A sequence.', requirementIds: [] }

export const exploring: Suite = { part: explorePart, checks: [exploreCheck] }
