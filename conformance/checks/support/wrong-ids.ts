/** Ids that no object of a kind has: unknown ones of any form, similar ones, and those of other objects. */

import { distinctiveIds, makesPath, malformedIds, randomUlid, similarIds, unknownIds } from '../../client/test-ids.ts'
import { incident, service, writer } from '../../records/recipes.ts'
import type { Condition } from '../../verdict/conditions.ts'
import { type Body, given } from './scenario.ts'
import { type CallStep, each, refused } from './steps.ts'

/** A call about an object; every second one has a body or a parameter, too. */
type About = (thing: { id: string }, hasMore?: boolean) => CallStep

/** @param calls of which the first is accepted for an object that is there. */
export function wrongIds(name: 'incident' | 'service' | 'monitor', ...calls: [About, ...About[]]): Body {
  return given({ incident: incident(), service: service(), caller: writer }, ({ incident, service, caller }) => {
    const objects = { incident, service, monitor: service.monitors[0] ?? service }
    const own = objects[name]
    const others = Object.values(objects).filter(({ id }) => id !== own.id)
    const ofOthers = distinctiveIds([...others.map(({ id }) => id), caller.teamId])
    const refusedWith = (condition: Condition | undefined, id: string, hasMore = false) =>
      refused(
        condition,
        calls.map((call) => call({ id }, hasMore)),
      )
    return [
      each([randomUlid(), ...unknownIds(name), ...similarIds(own.id), ...ofOthers], (id, index) =>
        refusedWith(`${name} not found`, id, index % 2 === 1),
      ),
      each(malformedIds, (id) => {
        const notFound: Condition =
          name === 'incident' ? 'incident not found by a path that servers refuse' : `${name} not found`
        return refusedWith(makesPath(id) ? undefined : notFound, id)
      }),
      calls[0](own),
    ]
  })
}
