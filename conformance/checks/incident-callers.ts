/** Document 4.3 and 4.4: who may resolve and delete an incident. */
import { orderOfErrors } from '../assess/conditions.ts'
import type { Call } from '../client/callers.ts'
import { partition, suite } from '../dsl/suite.ts'
import { withFallback } from '../fixtures/recipe.ts'
import {
  admin,
  auto,
  displayed,
  freeTeam,
  member,
  oauthMember,
  open,
  reader,
  stranger,
  writer,
} from '../fixtures/recipes.ts'
import { randomUlid } from './test-ids.ts'

export const incidentCallers = suite('Incidents', { caller: writer() }, ({ it }) => {
  it("INC-30 Another team's incident can be neither resolved nor deleted; a deleted one is gone for its own team, too. (4.3f, 4.4f)", {
    incident: open(),
    foreigner: stranger(),
    own: open('stranger'),
    admin: withFallback(admin(), writer()),
    member: withFallback(member(), writer()),
  }, async ({ incident, foreigner, own, admin, member, caller, expect }) => {
    // More than once: each process of the target has seen it open.
    for (let seen = 0; seen < 2; seen++) {
      await expect.sound(foreigner.resolve(incident.id)).refused('incident not found')
      await expect.sound(foreigner.deleteIncident(incident.id)).refused('incident not found')
    }
    await expect(caller.resolve(incident.id)).accepted()
    await expect(caller.resolve(incident.id)).refused('incident already resolved')
    await expect.sound(foreigner.resolve(incident.id)).refused('incident not found')
    await expect.sound(foreigner.deleteIncident(incident.id)).refused('incident not found')
    for (const outsider of [admin, member]) {
      await expect.sound(outsider.resolve(own.id)).refused('incident not found')
      await expect.sound(outsider.deleteIncident(own.id)).refused('incident not found')
    }
    await expect(foreigner.resolve(own.id)).accepted()
    // The document leaves open whether a resolved incident can be deleted.
    const deletion = caller.deleteIncident(incident.id)
    await expect.profile(deletion).accepted()
    if ((await deletion).response.status >= 300) return
    for (let seen = 0; seen < 4; seen++) await expect(caller.resolve(incident.id)).refused('incident not found')
  })

  it('INC-42 A caller without write scope is refused for that, whether the request is valid or not. (profile, 4.3b)', {
    incident: open(),
    caller: reader(),
  }, async ({ incident, caller, expect }) => {
    await expect(caller.resolve(incident.id, { cause: 'A reader says so' })).refused('missing write scope')
    await expect(caller.deleteIncident(incident.id)).refused('missing write scope')
    await expect(caller.resolve(incident.id, { cause: 7 })).refused('missing write scope', orderOfErrors)
    await expect(caller.resolve(randomUlid())).refused('missing write scope', orderOfErrors)
    await expect(caller.deleteIncident(randomUlid())).refused('missing write scope', orderOfErrors)
  })

  it('INC-33 In a team on the free plan, incidents are resolved and deleted as in others, and no refusal is a plan limit. (3.1a, 3.1d, 4.3b, 4.3f, 4.4a, 4.4b, 4.4c, 7d)', {
    team: freeTeam(),
  }, async ({ team: { caller, reader, incident, other, detected }, expect }) => {
    if (reader) {
      for (const { id } of [incident, detected]) {
        await expect(reader.resolve(id)).refused('missing write scope')
        await expect(reader.deleteIncident(id)).refused('missing write scope')
      }
    }
    const resolve = caller.resolve(incident.id)
    // The document does not show which roles have the write scope.
    const isWriter = await expect(resolve).answered()
    await expect.profile(resolve).accepted()
    if (!isWriter) return
    await expect(caller.resolve(incident.id)).refused('incident already resolved')
    await expect(caller.deleteIncident(detected.id)).refused('incident is auto')
    await expect(caller.resolve(randomUlid())).refused('incident not found')
    await expect(caller.deleteIncident(randomUlid())).refused('incident not found')
    await expect(caller.resolve(detected.id)).accepted()
    await expect(caller.deleteIncident(other.id)).accepted()
  })

  for (const [id, who, caller] of [
    ['INC-44', 'an admin', admin()],
    ['INC-45', 'a member', member()],
    ['INC-47', 'a member without a password', oauthMember()],
  ] as const) {
    it(`${id} If ${who} may resolve or delete one incident of the team, then each. (3.1a, 4.3a, 4.3b, 4.4a, 4.4b)`, {
      created: open(),
      detected: auto(),
      shown: displayed(),
      other: open(),
      otherShown: displayed(),
      caller,
    }, async ({ created, detected, shown, other, otherShown, caller, expect }) => {
      const calls: Call<unknown>[] = []
      for (const [send, things] of [
        [caller.resolve, [created, detected, shown]],
        [caller.deleteIncident, [other, otherShown]],
      ] as const) {
        for (const { id } of things) {
          const call: Call<unknown> = send(id)
          await call
          calls.push(call)
        }
      }
      const { succeeded, failed } = await partition(calls)
      // The document does not show which roles have the write scope; for both operations, it is the only condition.
      expect.profile(succeeded.length, `the number of incidents that ${who} can resolve or delete`).toBe(calls.length)
      for (const call of succeeded) await expect(call).accepted()
      for (const call of failed) {
        if (succeeded.length > 0) await expect(call).accepted('after another incident of the team was accepted')
        else await expect(call).answered('missing write scope')
      }
    })
  }
})
