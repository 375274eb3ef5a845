/** Document 3 and 4: what a member does to an incident holds for every other member, and concerns no other incident. */
import { statusAndCode } from '../assess/response.ts'
import { suite } from '../dsl/suite.ts'
import {
  InapplicableError,
  type Incident,
  type IncidentDemand,
  type Provider,
  UnverifiedError,
} from '../fixtures/provider.ts'
import { recipe } from '../fixtures/recipe.ts'
import { admin, auto, member, open, stranger, variousIncidents, writer } from '../fixtures/recipes.ts'

/** Open incidents that are displayed on one service, the oldest first. */
const displayedTogether = (count: number) =>
  recipe(['open manual incident', 'writer'], async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, 'writer')
    const makeAll = async (provider: Provider) => {
      // Only a hook links monitors, and displays several incidents on one service.
      const service = await provider.service({ of, monitors: [[]], linked: [] })
      const demand = { of, type: 'manual', resolved: false, serviceId: service?.id ?? '' } as const
      const made: (Incident & Pick<IncidentDemand, 'type' | 'resolved'>)[] = []
      while (service && made.length < count) {
        const incident = await provider.incident(demand)
        if (!incident) break
        made.push({ ...incident, type: demand.type, resolved: false })
      }
      return made
    }
    const incidents = await pool.provide('incidents on one service', makeAll).catch((error) => {
      if (!(error instanceof UnverifiedError)) throw error
    })
    if (incidents?.length === count) return incidents
    throw new InapplicableError('no fixture displays several incidents on one service; a hook can')
  })

export const incidentsOfTeam = suite('Incidents', { caller: writer() }, ({ it }) => {
  it('INC-27 An incident that one member has resolved cannot be resolved by another. (3.1c, 3.1d, 4.3c)', {
    created: open(),
    detected: auto(),
    member: member(),
    admin: admin(),
  }, async ({ created, detected, member, admin, caller, expect }) => {
    await expect(caller.resolve(created.id)).accepted()
    for (const other of [member, admin]) {
      await expect(other.resolve(created.id)).refused('incident already resolved')
    }
    // The document does not show which roles have the write scope.
    const cause = 'The cause of a member'
    const call = member.resolve(detected.id, { cause })
    const done = await expect(call).answered('missing write scope')
    if (!done) return
    const headers = Object.values((await call).response.headers).join('\n')
    const shown = [caller, admin].flatMap(({ email }) => (email && headers.includes(email) ? [email] : []))
    expect.sound(shown, 'the addresses of other members in the headers of the response').toBe([])
    expect(done.incident.cause, 'incident.cause').toBe(cause)
    await expect(caller.resolve(detected.id)).refused('incident already resolved')
  })

  it('INC-28 The other incidents on a service stay as they are when one is resolved or deleted. (4.3a, 4.4a)', {
    incidents: displayedTogether(3),
  }, async ({ incidents, caller, expect }) => {
    const [first = '', second = '', third = ''] = incidents.map(({ id }) => id)
    await expect(caller.resolve(third)).accepted()
    const before = await caller.resolve(third)
    await expect(caller.deleteIncident(first)).accepted()
    const after = await caller.resolve(third)
    // Were it deleted, too, it would not be found.
    const name = 'the response to another resolve of an incident that was resolved before the deletion'
    expect.sound(statusAndCode(after), name).toBe(statusAndCode(before))
    await expect(caller.resolve(second)).accepted()
  })
})

export const incidentsOfAllKinds = suite('Incidents', { caller: writer() }, ({ it }) => {
  it('INC-31 Open incidents of all kinds are resolved once, by their team; only the manual ones are deleted. (3.1a, 3.1c, 3.1d, 4.3c, 4.3f, 4.4a, 4.4c, 4.4f)', {
    incidents: variousIncidents(),
    foreigner: stranger(),
  }, async ({ incidents, foreigner, caller, expect }) => {
    for (const [index, { id, type }] of incidents.entries()) {
      await expect.sound(foreigner.resolve(id)).refused('incident not found')
      if (type === 'manual') await expect.sound(foreigner.deleteIncident(id)).refused('incident not found')
      if (type === 'auto') await expect(caller.deleteIncident(id)).refused('incident is auto')
      else if (index % 2 === 0) {
        await expect(caller.deleteIncident(id)).accepted()
        continue
      }
      const cause = `The cause of number ${index}`
      const { incident } = await expect(caller.resolve(id, { cause })).accepted()
      expect(incident, 'incident').toMatch({ id, status: 'resolved', cause })
      expect.sound(incident.resolvedAt, 'incident.resolvedAt').toBeRecent()
      await expect(caller.resolve(id)).refused('incident already resolved')
      if (type === 'auto') await expect(caller.deleteIncident(id)).refused('incident is auto')
    }
  })
})
