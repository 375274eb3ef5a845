/** Document 3 and 4: what a member does to an incident holds for every other member, and concerns no other incident. */
import { statusAndCode } from '../assess/response.ts'
import { expectStored } from '../assess/stored-fields.ts'
import { suite } from '../dsl/suite.ts'
import type { KnownIncident } from '../fixtures/object-recipes.ts'
import { InapplicableError, type Provider } from '../fixtures/provider.ts'
import { ifMade, recipeUsing, withFallback } from '../fixtures/recipe.ts'
import {
  admin,
  auto,
  leavingOwner,
  leavingReader,
  member,
  open,
  stranger,
  variousIncidents,
  writer,
} from '../fixtures/recipes.ts'
import { goneSoon } from './incident-deletion.ts'
import { logInWithRetry } from './log-in-again.ts'

/** Open incidents of one monitor that are displayed on one service, the oldest first; the second is an auto one. */
const displayedTogether = (count: number) =>
  recipeUsing(['open manual incident', 'writer'], ['open auto incident'], async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, 'writer')
    const makeAll = async (provider: Provider) => {
      // Only a hook links monitors, and displays several incidents on one service.
      const service = await provider.service({ of, monitors: [[]], linked: [] })
      const made: KnownIncident[] = []
      while (service && made.length < count) {
        const type = made.length === 1 ? ('auto' as const) : ('manual' as const)
        const demand = { of, type, resolved: false, serviceId: service.id }
        const [monitor] = service.monitors
        const wishes = monitor && { monitorId: monitor.id }
        // A hook may know no wishes.
        const incident =
          (wishes && (await provider.incident({ ...demand, wishes }))) ?? (await provider.incident(demand))
        if (!incident) break
        made.push({ ...incident, type, resolved: false })
      }
      return made
    }
    const incidents = await ifMade(pool.provide('incidents on one service', makeAll))
    if (incidents?.length === count) return incidents
    throw new InapplicableError('no fixture displays several incidents on one service; a hook can')
  })

export const incidentsOfTeam = suite('Incidents', { caller: writer() }, ({ it }) => {
  it('INC-27 An incident that one member has resolved cannot be resolved by another, nor deleted if it is an auto one. (3.1c, 3.1d, 4.3c, 4.4c)', {
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
    await expect(caller.deleteIncident(detected.id)).refused('incident is auto')
  })

  it('INC-34 The token of a sign-up may do what that of a log-in may. (4.1a, 4.2a, 4.3b)', {
    team: leavingOwner(),
  }, async ({ team: { owner, makeIncident }, visitor, expect }) => {
    const { accessToken } = await logInWithRetry(visitor, expect, owner)
    const incident = await makeIncident()
    const done = await expect(visitor.withToken(accessToken).resolve(incident)).answered('missing write scope')
    if (done) await expect.implied(owner.resolve(await makeIncident())).accepted()
  })

  it('INC-28 The other incidents of a monitor and on a service stay as they are when one is resolved or deleted. (4.3a, 4.4a)', {
    incidents: displayedTogether(3),
  }, async ({ incidents, caller, expect }) => {
    const [first = '', second = '', third = ''] = incidents.map(({ id }) => id)
    const cause = 'The cause of the third alone'
    await expect(caller.resolve(third, { cause })).accepted()
    const before = await caller.resolve(third)
    await expect(caller.deleteIncident(first)).accepted()
    const after = await caller.resolve(third)
    // Were it deleted, too, it would not be found.
    const name = 'the response to another resolve, after another incident of its monitor or service was deleted,'
    expect.sound(statusAndCode(after), name).toBe(statusAndCode(before))
    const { incident } = await expect(caller.resolve(second)).accepted()
    expect.sound(incident.cause, 'the cause of an incident that was resolved without one').toDifferFrom(cause)
  })
})

/** A cause for each incident: words of JSON, markup, and lengths at the limits of columns. */
const uncommonCauses = [
  ...['null', 'true', '1e3', '-0', '<b>Größe</b> & "Co"'],
  ...[101, 128, 255, 256, 257, 500, 512, 1000, 1024, 2000, 4096].map(
    (length) => `${'because '.repeat(length / 8 + 1).slice(0, length - 1)}.`,
  ),
]

export const incidentsOfAllKinds = suite('Incidents', { caller: writer() }, ({ it }) => {
  it('INC-31 Open incidents of all kinds are resolved once, by their team; only the manual ones are deleted. (3.1a, 3.1c, 3.1d, 4.3b, 4.3c, 4.3f, 4.4a, 4.4b, 4.4c, 4.4f)', {
    incidents: variousIncidents(),
    foreigner: stranger(),
    // Not one that checks share: where a missing scope is answered 401, its token is not renewed.
    viewer: withFallback(leavingReader(), writer()),
    admin: withFallback(admin(), writer()),
    member: withFallback(member(), writer()),
  }, async ({ incidents, foreigner, viewer, admin, member, caller, expect, eventually }) => {
    const deleted: string[] = []
    for (const [index, { id, type, stored = {} }] of incidents.entries()) {
      if (type === 'auto') {
        await expect(caller.deleteIncident(id)).refused('incident is auto')
        // The document leaves open which roles have the write scope.
        await expect((index % 2 === 0 ? admin : member).deleteIncident(id)).refused()
      } else await expect.sound(foreigner.deleteIncident(id)).refused('incident not found')
      await expect.sound(foreigner.resolve(id)).refused('incident not found')
      if (viewer.role === 'reader') {
        await expect(viewer.resolve(id)).refused('missing write scope')
        if (type === 'manual') await expect(viewer.deleteIncident(id)).refused('missing write scope')
      }
      // With and without each property, as far as the hook knows these.
      if (type === 'manual' && [0, 3].includes(index % 4)) {
        await expect(caller.deleteIncident(id)).accepted()
        deleted.push(id)
        continue
      }
      const cause = uncommonCauses[index] ?? `The cause of number ${index}`
      // The document leaves open which letters a cause may have, and how many.
      const isPlain = /^\w+$/.test(cause)
      const call = caller.resolve(id, { cause })
      const { status } = (await call).response
      const isRefused = !isPlain && status >= 400 && status < 500
      const sent = isRefused ? 'A short cause' : cause
      const { incident } = await expect(isRefused ? caller.resolve(id, { cause: sent }) : call).accepted()
      expect(incident, 'incident').toMatch({ id, status: 'resolved', ...(isPlain && { cause }) })
      expect(incident.cause, 'incident.cause').toBeWhole(sent)
      expect.sound(incident.cause, 'incident.cause').toKeep(sent)
      expect.sound(incident.resolvedAt, 'incident.resolvedAt').toBeRecent()
      expectStored(incident, stored, expect)
      await expect(caller.resolve(id)).refused('incident already resolved')
      if (type === 'auto') await expect(caller.deleteIncident(id)).refused('incident is auto')
      else await expect.sound(foreigner.deleteIncident(id)).refused('incident not found')
    }
    for (const [index, id] of deleted.entries()) {
      await goneSoon(caller, id, expect, eventually)
      // The document leaves open which roles have the write scope.
      const other = index % 2 === 0 ? admin : member
      await expect(other.resolve(id)).refused('incident not found')
      if (index < 2) await expect(caller.resolve(id)).refused('incident not found')
    }
  })
})
