/** Document 4.6: the listing when the other checks have scheduled dozens of deletions; so it comes last. */

import { suite } from '../dsl/suite.ts'
import { operator, person } from '../fixtures/recipes.ts'
import { findRecord, type Walk, walk } from './listing.ts'

export const adminCrowd = suite('Admin listing', ({ it }) => {
  it('ADMIN-13 Whatever the size of the pages, everybody is on one of them. (4.6a, 4.6b)', {
    user: person(),
    caller: operator(),
  }, async ({ user, caller, expect, eventually }) => {
    await expect(user.deleteAccount({ password: user.password })).accepted()
    const reference = await eventually(async () => {
      const walked = await walk(caller, expect)
      return findRecord(walked, user) && walked
    })
    for (const size of ['none', 3, 7, 30, 100] as const) {
      let missing: string[] = []
      await eventually(async () => {
        missing = missingFrom(await walk(caller, expect, size), reference?.records ?? [])
        // Pages may have shifted while they were turned.
        const stillThere = missing.length > 0 ? await walk(caller, expect) : undefined
        missing = missing.filter((id) => stillThere?.records.some((record) => record.id === id))
        return missing.length === 0 || undefined
      })
      expect(missing, `who is on no page of ${size === 'none' ? 'the usual size' : size}`).toBe([])
    }
  })
})

function missingFrom({ records }: Walk, known: Walk['records']): string[] {
  const ids = new Set(records.map(({ id }) => id))
  return known.map(({ id }) => id).filter((id) => !ids.has(id))
}
