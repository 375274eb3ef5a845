/** Document 5: the last caller of a connection does not stay authenticated. */

import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'
import { adminKey, incident, writer } from '../records/recipes.ts'
import { resolve, sends } from './support/calls.ts'
import { given, suiteAlone } from './support/scenario.ts'
import { by, onOneConnection, refused } from './support/steps.ts'

/** Runs alone, so that no other check is the last caller of the target. */
export const lastCallers = suiteAlone('Authentication', {
  'AUTH-07 A request with no credentials or empty ones is refused on the connection of an authenticated caller. (4.3e, 4.6c, 5e)':
    given({ one: incident(), other: incident(), owner: writer, holder: adminKey }, ({ one, other, owner, holder }) => {
      const { transport } = owner
      const emptyToken = owner.withCredentialHeaders(tokenHeader(transport, ''), { description: 'empty' })
      const emptyKey = holder.withCredentialHeaders(adminKeyHeader(transport, ''), { description: 'empty' })
      const lists = sends('listDeletionRequests', undefined, {})
      return [
        onOneConnection([
          by(owner, resolve(one)),
          refused('unauthenticated', resolve(other), by(emptyToken, resolve(other))),
          by(holder, lists),
          refused('invalid admin API key', lists, by(emptyKey, lists)),
        ]),
        by(owner, resolve(other)),
      ]
    }),
})
