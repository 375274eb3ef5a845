/** The checks that report exploring: one for each area, in the document's order. */

import type { Check, Suite } from '../checks/support/suite.ts'
import { InapplicableError } from '../records/errors.ts'
import type { Area } from './operations.ts'

export const explorePart = 'Exploring'

const table: Record<Area, [id: string, title: string, requirementIds: string, need?: string]> = {
  accounts: [
    'EXPLORE-01',
    'In any order of calls, accounts sign up, log in and leave as documented.',
    '1a 2.1d 3.2a 3.2b 3.2c 4.1a 4.1f 4.2a 4.2c 4.5a 4.5b 4.5c 4.5g 4.5h 4.5i 5d 8a',
  ],
  incidents: [
    'EXPLORE-02',
    'In any order of calls, incidents are resolved and deleted as documented.',
    '2.2b 2.2d 3.1a 3.1b 3.1c 3.1d 4.3a 4.3b 4.3c 4.3d 4.3f 4.4a 4.4b 4.4c 4.4f',
    'hook',
  ],
  listing: [
    'EXPLORE-03',
    'After any calls, the listing contains each account that leaves once, and no other.',
    '2.3a 2.4a 3.2d 4.6a 4.6b 4.6d',
    'admin key',
  ],
  statistics: [
    'EXPLORE-04',
    'In any order of calls, a reset deletes and counts the rows that are there.',
    '4.7a 4.7b 4.7c 4.7d 4.7e 4.7f 4.8a 4.8b 4.8c 4.8d 4.8e 4.8f',
    'hook',
  ],
}

/** The check that reports an area. Its run is the exploration, which serves all areas. */
export const exploreChecks: Record<Area, Check> = Object.fromEntries(
  Object.entries(table).map(([area, [id, title, requirementIds, need]]): [string, Check] => [
    area,
    {
      id,
      title,
      part: explorePart,
      requirementIds: requirementIds.split(' '),
      level: 'documented',
      needs: need === undefined ? [] : [need],
      given: [],
      isRepeated: false,
      order: 'any',
      run: () => Promise.reject(new InapplicableError('it is explored after the other checks')),
    },
  ]),
) as Record<Area, Check>

/** Of a whole sequence, which may show something about each area. */
export const sequenceCheck: Check = {
  ...exploreChecks.accounts,
  id: 'EXPLORE',
  title: 'A sequence.',
  requirementIds: [],
}

export const exploring: Suite = { part: explorePart, checks: Object.values(exploreChecks) }
