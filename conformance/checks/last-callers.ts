/** Document 5: the last caller of a connection does not stay authenticated. */

import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import { adminKey, incident, writer } from '../records/recipes.ts'
import { suite } from './support/suite.ts'

/** Runs alone, so that no other check is the last caller of the target. */
export const lastCallers = suite(
  'Authentication',
  {},
  ({ it }) => {
    it('AUTH-07 A request with no credentials or empty ones is refused on the connection of an authenticated caller. (4.3e, 4.6c, 5e)', {
      one: incident(),
      other: incident(),
      caller: writer,
      holder: adminKey,
    }, async ({ visitor, one, other, caller, holder, expect, onKeptConnection }) => {
      const { transport } = caller
      const emptyToken = caller.withCredentialHeaders(tokenHeader(transport, ''), { description: 'empty' })
      const emptyKey = holder.withCredentialHeaders(adminKeyHeader(transport, ''), { description: 'empty' })
      for (const [authenticated, anonymous, condition] of [
        [
          () => caller.resolve(one.id),
          [() => visitor.resolve(other.id), () => emptyToken.resolve(other.id)],
          'unauthenticated',
        ],
        [
          holder.listDeletionRequests,
          [visitor.listDeletionRequests, emptyKey.listDeletionRequests],
          'invalid admin API key',
        ],
      ] as const) {
        await expect(onKeptConnection<unknown>(authenticated)).accepted()
        for (const refused of anonymous) await expect(onKeptConnection<unknown>(refused)).refused(condition)
      }
      await expect(caller.resolve(other.id)).accepted()
    })
  },
  'alone',
)
