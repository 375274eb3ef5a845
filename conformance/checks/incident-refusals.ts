/** Document 4.3 and 4.4: refused resolves and deletions: unknown incidents, missing scope, invalid bodies. */

import type { Call } from '../client/callers.ts'
import { suite } from '../dsl/suite.ts'
import { InapplicableError } from '../fixtures/provider.ts'
import { auto, leavingReader, open, reader, service, writer } from '../fixtures/recipes.ts'
import { nonObjects } from './invalid-values.ts'
import { logInAgain } from './log-in-again.ts'
import { distinctiveIds, makesPath, malformedIds, randomUlid, similarIds, unknownIds } from './test-ids.ts'

export const incidentRefusals = suite('Incidents', { caller: writer() }, ({ it }) => {
  it('INC-12 An unknown incident is not found, for ids of any form. (4.3f, 4.4f)', {
    incident: open(),
  }, async ({ incident, caller, expect }) => {
    const ids = [randomUlid(), ...unknownIds('incident'), ...similarIds(incident.id)]
    for (const [index, id] of ids.entries()) {
      const body = index % 2 === 0 ? undefined : { cause: 'Nothing was there' }
      await expect(caller.resolve(id, body)).refused('incident not found')
      await expect(caller.deleteIncident(id)).refused('incident not found')
    }
    for (const id of malformedIds) {
      const condition = makesPath(id) ? undefined : 'incident not found by a path that servers refuse'
      await expect(caller.resolve(id)).refused(condition)
      await expect(caller.deleteIncident(id)).refused(condition)
    }
    await expect(caller.resolve(incident.id)).accepted()
  })

  it('INC-46 Ids are case-sensitive, and decoded once. (profile, 4.3f, 4.4f, 4.7f, 4.8f)', {
    incident: open(),
    thing: service(),
  }, async ({ incident, thing, caller, expect }) => {
    const inOtherCase = (id: string) => (id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase())
    const [monitor = thing] = thing.monitors
    for (const [id, condition, call] of [
      [incident.id, 'incident not found', caller.resolve],
      [incident.id, 'incident not found', caller.deleteIncident],
      [thing.id, 'service not found', caller.resetService],
      [monitor.id, 'monitor not found', caller.resetMonitor],
    ] as const) {
      // Ids of digits have no case.
      if (inOtherCase(id) === id) continue
      const sent: Call<unknown> = call(inOtherCase(id))
      await expect(sent).refused(condition)
    }
    const encoded = `%${monitor.id.charCodeAt(0).toString(16)}${monitor.id.slice(1)}`
    await expect(caller.resetMonitor(encoded)).refused('monitor not found')
    await expect(caller.resolve(incident.id)).accepted()
  })

  it('INC-18 The id of a monitor or a service is not that of an incident. (4.3f, 4.4f)', {
    thing: service(),
  }, async ({ thing, caller, expect }) => {
    for (const id of distinctiveIds([thing.id, thing.monitors[0]?.id, caller.teamId])) {
      await expect(caller.resolve(id)).refused('incident not found')
      await expect(caller.deleteIncident(id)).refused('incident not found')
    }
  })

  it('INC-19 Properties of the body other than the cause are not stored. (3.1a, 3.1b, 4.3a)', {
    one: open(),
    other: open(),
  }, async ({ one, other, caller, expect }) => {
    const more = { id: other.id, status: 'open', type: 'auto', resolvedAt: '2001-01-01T00:00:00Z', teamId: 'other' }
    // The document leaves open whether unknown properties are refused.
    const answer = await expect(caller.resolve(one.id, { cause: 'Known', ...more })).answered('invalid body')
    if (answer) {
      expect(answer.incident, 'incident').toMatch({ id: one.id, status: 'resolved' })
      expect.sound(answer.incident.resolvedAt, 'incident.resolvedAt').toBeRecent()
      expect(answer.incident.type, 'the type of a manual incident').toDifferFrom('auto')
    }
    await expect(caller.resolve(other.id)).accepted()
  })

  it('INC-13 A caller without write scope cannot resolve an incident. (4.3b)', {
    incident: open(),
    detected: auto(),
    caller: reader(),
    owner: writer(),
  }, async ({ incident, detected, caller, owner, expect }) => {
    await expect(caller.resolve(detected.id)).refused('missing write scope')
    for (const body of [undefined, {}, { cause: 'A reader says so' }]) {
      await expect(caller.resolve(incident.id, body)).refused('missing write scope')
    }
    // The scope or the incident is missing: either is a reason.
    for (const id of [randomUlid(), 'no-such-incident']) await expect(caller.resolve(id)).refused()
    await expect(owner.resolve(incident.id)).accepted()
  })

  it('INC-26 A caller without write scope has none after a log-in, either. (4.3b, 4.4b)', {
    incident: open(),
    someone: leavingReader(),
  }, async ({ incident, someone, visitor, expect }) => {
    const { email, password } = someone
    if (email === undefined || password === undefined) throw new InapplicableError('no reader can log in')
    const caller = await logInAgain(visitor, expect, { ...someone, email, password })
    // The document leaves open what gives a token its scopes.
    await expect.implied(caller.resolve(incident.id)).refused('missing write scope')
    await expect.implied(caller.deleteIncident(incident.id)).refused('missing write scope')
  })

  it('INC-15 A cause that is not text is refused, and changes nothing. (4.3d)', {
    incident: open(),
  }, async ({ incident, caller, expect }) => {
    for (const cause of [7, true, ['text'], { text: 'text' }]) {
      await expect.implied(caller.resolve(incident.id, { cause })).refused('invalid body')
    }
    // Digits are text, too.
    const { incident: after } = await expect(caller.resolve(incident.id, { cause: '007' })).accepted()
    expect(after.cause, 'incident.cause').toBe('007')
    for (const body of [undefined, { cause: '007' }, { cause: 'later' }]) {
      await expect(caller.resolve(incident.id, body)).refused('incident already resolved')
    }
  })

  it('INC-16 A body that is not an object is refused, and changes nothing. (4.3d)', {
    incident: open(),
  }, async ({ incident: { id }, caller, expect }) => {
    const wrong = nonObjects.filter(({ body, text }) => text ?? (Array.isArray(body) || typeof body === 'string'))
    for (const negative of wrong) {
      await expect.implied(caller.send('resolveIncident', { ...negative, id })).refused('invalid body')
    }
    await expect(caller.resolve(id, {})).accepted()
  })
})
