/** Exploring accuses no legal implementation, and raises no alarm for what misled it before. */
import { writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Step } from '../../conformance/explore/action.ts'
import { variants } from '../../conformance/self-test/variants/index.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { type CheckOutcome, explore, startExplored } from './exploration.ts'
import { runKit } from './kit-harness.ts'

const outcomeOf = ({ checks: [check] }: { checks: [CheckOutcome] }) => check.outcome.sound

describe('exploring', () => {
  const legal = ['account-lag', 'listing-masked', 'reset-nothing-404', 'reset-one-by-one']
  test.each(legal)('accuses no implementation of the legal variant %s', async (id) => {
    const flags = await startExplored({ variant: variants.find((variant) => variant.id === id) })
    const { report } = await explore(flags, '--explore', '3')
    expect(outcomeOf(report)).toMatch(/^(?:pass|warn)$/)
  })

  const writer: Step = [{ operation: 'account', by: 'anonymous', name: 'writer1', values: { role: 'writer' } }]
  const incident = { operation: 'incident', by: 'writer1' } as const
  const open = { type: 'manual', status: 'open' }
  const misleading: [what: string, id: string, steps: Step[]][] = [
    [
      'a deletion that the log-in before the next call may cancel',
      'log-in-cancels',
      [
        [
          {
            ...{ operation: 'account', by: 'anonymous', name: 'scheduled' },
            values: { role: 'freeCaller', option: '0.04 days after the request for its deletion' },
          },
        ],
        [
          {
            ...{ operation: 'scheduleAccountDeletion', by: 'scheduled' },
            values: { password: 'without the last letter' },
          },
        ],
        writer,
        [{ ...incident, name: 'one', values: open }],
        [{ operation: 'deleteIncident', by: 'scheduled', of: 'one' }],
        [{ operation: 'listDeletionRequests', by: 'anonymous', values: { limit: '20' } }],
      ],
    ],
    [
      'an incident that is resolved and deleted at once, and whose dates are unusual',
      'dates-without-milliseconds',
      [
        writer,
        [{ operation: 'account', by: 'writer1', name: 'admin1', values: { role: 'admin' } }],
        [{ ...incident, name: 'one', values: { ...open, daysAgo: '2' } }],
        [{ ...incident, name: 'other', values: open }],
        [{ ...incident, name: 'resolved', values: { type: 'manual', status: 'resolved', cause: 'known' } }],
        [
          { operation: 'resolveIncident', by: 'writer1', of: 'one', values: { cause: 'plain' } },
          { operation: 'deleteIncident', by: 'writer1', of: 'other' },
          { operation: 'deleteIncident', by: 'admin1', of: 'one' },
        ],
        [{ operation: 'resolveIncident', by: 'writer1', of: 'resolved' }],
        [{ operation: 'resolveIncident', by: 'writer1', of: 'one', values: { cause: 'plain' } }],
      ],
    ],
    [
      'two accounts whose addresses differ in case only',
      'case-distinct',
      [
        [{ operation: 'signup', by: 'anonymous', name: 'user1', values: { email: 'usual', password: 'usual' } }],
        [
          {
            ...{ operation: 'signup', by: 'anonymous', of: 'user1' },
            values: { email: 'in capital letters', password: 'usual' },
          },
        ],
        [
          {
            ...{ operation: 'login', by: 'anonymous', of: 'user1' },
            values: { email: 'in capital letters', password: 'usual' },
          },
        ],
      ],
    ],
    [
      'an unknown parameter that is ignored',
      'unknown-ignored',
      [[{ operation: 'listDeletionRequests', by: 'anonymous', spoiled: { part: '0' } }]],
    ],
  ]
  test.each(misleading)('raises no alarm for %s', async (_, id, steps) => {
    const { at } = await folderOfTest()
    const file = at('exploration.json')
    await writeFile(file, JSON.stringify({ found: [{ check: 'EXPLORE-01', steps }] }))
    const flags = await startExplored({ variant: variants.find((variant) => variant.id === id) })
    const { code, out } = await runKit('replay', file, ...flags)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('sound: pass') })
    const signUps = out.match(/curl .*\/auth\/signup .*/g) ?? []
    expect(new Set(signUps).size).toBe(signUps.length)
  })
})
