/** Document 4.6: the listing with dozens of entries; it runs last, after the other checks have scheduled deletions. */

import { suite } from '../dsl/suite.ts'
import { adminKeyHolder, user } from '../fixtures/recipes.ts'
import { awaitListing, type Listing, readListing } from './listing-reader.ts'

export const adminCrowd = suite('Admin listing', { caller: adminKeyHolder() }, ({ it }) => {
  it('ADMIN-13 For any page size, each record is on one of the pages. (4.6a, 4.6b)', {
    user: user(),
  }, async ({ user, caller, expect, eventually }) => {
    await expect(user.deleteAccount({ password: user.password })).accepted()
    const reference = await awaitListing(caller, { expect, eventually }, user)
    for (const size of ['none', 3, 7, 30, 100] as const) {
      let missing: string[] = []
      await eventually(async () => {
        missing = missingFrom(await readListing(caller, expect, size), reference?.records ?? [])
        // Records may have moved between pages during the reading.
        const stillThere = missing.length > 0 ? await readListing(caller, expect) : undefined
        missing = missing.filter((id) => stillThere?.records.some((record) => record.id === id))
        return missing.length === 0 || undefined
      })
      expect(missing, `the ids that are on no page of ${size === 'none' ? 'the default size' : size}`).toBe([])
    }
  })
})

function missingFrom({ records }: Listing, known: Listing['records']): string[] {
  const ids = new Set(records.map(({ id }) => id))
  return known.map(({ id }) => id).filter((id) => !ids.has(id))
}
