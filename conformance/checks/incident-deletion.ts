/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */
import { auto, open, reader, resolved, resolvedAuto, writer } from '../states/recipes.ts'
import { suite } from '../suite.ts'

export const incidentDeletion = suite('Incidents', ({ it, decided, race, again }) => {
  it('INC-08 An auto incident is not deleted, and is still there. (4.4c)', {
    incident: auto(),
    caller: writer(),
  }, async ({ incident, caller, expect }) => {
    await expect(caller.deleteIncident(incident.id)).refused('incident is auto')
    const { incident: after } = await expect(caller.resolve(incident.id)).accepted()
    expect(after, 'incident').toMatch({ id: incident.id, status: 'resolved' })
  })

  it('INC-09 An auto incident is not deleted when it is resolved, either. (4.4c)', {
    incident: resolvedAuto(),
    caller: writer(),
  }, async ({ incident, caller, expect }) => {
    await expect(caller.deleteIncident(incident.id)).refused('incident is auto')
    await expect(caller.resolve(incident.id)).refused('incident already resolved')
  })

  it('INC-10 A manual incident is deleted, and is not found any more. (4.4a, 4.4d, 4.4f, 4.3f)', {
    incident: open(),
    caller: writer(),
  }, async ({ incident, caller, expect }) => {
    await expect(caller.deleteIncident(incident.id)).accepted()
    await expect(caller.resolve(incident.id)).refused('incident not found')
    await expect(caller.deleteIncident(incident.id)).refused('incident not found')
  })

  it('INC-11 Deleting one incident leaves the others. (4.4a)', {
    one: open(),
    other: open(),
    caller: writer(),
  }, async ({ one, other, caller, expect }) => {
    await expect(caller.deleteIncident(one.id)).accepted()
    await expect(caller.resolve(other.id)).accepted()
  })

  it('INC-14 A caller without write scope cannot delete an incident. (4.4b)', {
    incident: open(),
    caller: reader(),
    owner: writer(),
  }, async ({ incident, caller, owner, expect }) => {
    await expect(caller.deleteIncident(incident.id)).refused('missing write scope')
    await expect(owner.deleteIncident(incident.id)).accepted()
  })

  race(
    'INC-21 Of simultaneous deletions exactly one succeeds. (4.4a, 4.4f)',
    { incident: open(), caller: writer() },
    ({ incident, caller }) => caller.deleteIncident(incident.id),
    'incident not found',
  )

  again(
    'INC-22 Simultaneous deletions of an auto incident all fail. (4.4c)',
    { incident: auto(), caller: writer() },
    async ({ incident, caller, expect, together }) => {
      for (const call of await together(() => caller.deleteIncident(incident.id))) {
        await expect(call).refused('incident is auto')
      }
      await expect(caller.resolve(incident.id)).accepted()
    },
  )

  again(
    'INC-23 A deletion among simultaneous resolves leaves no incident behind. (4.4a, 3.1a)',
    { incident: open(), caller: writer() },
    async ({ incident: { id }, caller, expect, together }) => {
      let made = 0
      const calls = await together<unknown>(() => (made++ === 2 ? caller.deleteIncident(id) : caller.resolve(id)))
      const succeeded = (await Promise.all(calls)).map(({ response }) => response.status < 300)
      // Whether a resolved manual incident can be deleted is open.
      const [isDeleted] = succeeded.splice(2, 1)
      const resolves = succeeded.filter(Boolean).length
      expect(resolves, 'the number of resolves that succeeded').toBeBetween(isDeleted ? 0 : 1, 1)
      await expect(caller.resolve(id)).refused(isDeleted ? 'incident not found' : 'incident already resolved')
    },
  )

  decided(
    'INC-40 A resolved manual incident can be deleted. (4.4a)',
    { incident: resolved(), caller: writer() },
    async ({ incident, caller, expect }) => {
      await expect(caller.deleteIncident(incident.id)).accepted()
      await expect(caller.deleteIncident(incident.id)).refused('incident not found')
    },
  )

  decided(
    'INC-43 A deletion takes neither a body nor a query. (4.4a)',
    { incident: open(), caller: writer() },
    async ({ incident: { id }, caller, expect }) => {
      await expect(caller.send('deleteIncident', { id, query: 'force=true' })).refused('invalid query')
      await expect(caller.send('deleteIncident', { id, body: {} })).refused('other media type')
      await expect(caller.deleteIncident(id)).accepted()
    },
  )
})
