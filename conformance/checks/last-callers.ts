/** Document 5: the last caller of a connection does not stay authenticated. */
import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import { suite } from '../dsl/suite.ts'
import { adminKeyHolder, open, writer } from '../fixtures/recipes.ts'

/** Runs alone, so that no other check is the last caller of the target. */
export const lastCallers = suite(
  'Authentication',
  {},
  ({ it }) => {
    it('AUTH-07 A request with no credentials or empty ones is refused on the connection of an authenticated caller. (4.3e, 4.6c, 5e)', {
      one: open(),
      other: open(),
      caller: writer(),
      holder: adminKeyHolder(),
    }, async ({ visitor, one, other, caller, holder, expect, together }) => {
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
        for (const call of await together<unknown>(() => authenticated(), 1)) await expect(call).accepted()
        for (const refused of anonymous) {
          for (const call of await together<unknown>(() => refused(), 1)) await expect(call).refused(condition)
        }
      }
      await expect(caller.resolve(other.id)).accepted()
    })
  },
  'alone',
)
