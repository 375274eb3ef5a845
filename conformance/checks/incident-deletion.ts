/** Document 4.4: an incident that was created manually is deleted; one that was detected automatically is not. */
import { statusAndCode, summarizeResponse } from '../assess/response.ts'
import type { Caller } from '../client/callers.ts'
import type { Expect } from '../dsl/expect.ts'
import { type CheckTools, partition, suite } from '../dsl/suite.ts'
import { UnverifiedError } from '../fixtures/provider.ts'
import { auto, open, reader, resolved, resolvedAuto, resolvedLongAgo, writer } from '../fixtures/recipes.ts'
import { randomUlid } from './test-ids.ts'

/** A deletion may take effect after a delay; then a second deletion does not find the incident. */
export async function goneSoon(
  caller: Caller,
  id: string,
  expect: Expect,
  eventually: CheckTools['eventually'],
): Promise<void> {
  const first = caller.deleteIncident(id)
  const second = await first
  const isAtOnce = second.response.status >= 300
  const observation = `a second deletion: ${summarizeResponse(second)}`
  expect.implied(isAtOnce, 'whether what was deleted is gone at once', observation).toBe(true)
  const last = await eventually(async () => {
    const call = isAtOnce ? first : caller.deleteIncident(id)
    return (await call).response.status >= 300 ? { call } : undefined
  })
  await expect(last?.call ?? caller.deleteIncident(id)).refused('incident not found')
}

export const incidentDeletion = suite('Incidents', { caller: writer() }, ({ it, again }) => {
  it('INC-08 An auto incident is not deleted, and is still there. (4.4c)', {
    incident: auto(),
  }, async ({ incident, caller, expect }) => {
    // More than once: each process of the target has seen it open.
    for (let seen = 0; seen < 3; seen++) {
      await expect(caller.deleteIncident(incident.id)).refused('incident is auto')
    }
    const { incident: after } = await expect(caller.resolve(incident.id)).accepted()
    expect(after, 'incident').toMatch({ id: incident.id, status: 'resolved' })
    for (let seen = 0; seen < 3; seen++) {
      await expect(caller.resolve(incident.id)).refused('incident already resolved')
      await expect(caller.deleteIncident(incident.id)).refused('incident is auto')
    }
  })

  it('INC-09 An auto incident is not deleted when it is resolved, either. (4.4c)', {
    incident: resolvedAuto(),
    older: resolvedLongAgo('auto'),
  }, async ({ incident, older, caller, expect }) => {
    for (const { id } of [incident, ...older]) {
      const answers = new Set<string>()
      for (let times = 0; times < 2; times++) {
        const call = caller.deleteIncident(id)
        await expect(call).refused('incident is auto')
        answers.add(statusAndCode(await call))
        await expect(caller.resolve(id)).refused('incident already resolved')
      }
      // Had a refused deletion been carried out, the next one would find no incident.
      const observation = [...answers].join(', then ')
      expect(answers.size, 'the number of different answers to a repeated deletion', observation).toBe(1)
    }
  })

  it('INC-10 A manual incident is deleted, and is not found any more. (4.4a, 4.4d, 4.4f, 4.3f)', {
    incident: open(),
  }, async ({ incident, caller, expect, eventually }) => {
    await expect(caller.deleteIncident(incident.id)).accepted()
    await goneSoon(caller, incident.id, expect, eventually)
    await expect(caller.resolve(incident.id)).refused('incident not found')
    await expect(caller.resolve(incident.id, { cause: 'Gone' })).refused('incident not found')
    await expect(caller.deleteIncident(incident.id)).refused('incident not found')
  })

  it('INC-29 A resolved incident is gone once its deletion is accepted; if it can be deleted, then with a cause, too. (4.4a, 4.4d, 4.4f)', {
    incident: resolved(),
    other: open(),
  }, async ({ incident, other, caller, expect, eventually }) => {
    const call = caller.deleteIncident(incident.id)
    // The document leaves open whether a resolved incident can be deleted.
    await expect(call).answered()
    if ((await call).response.status >= 300) return
    await goneSoon(caller, incident.id, expect, eventually)
    await expect(caller.resolve(other.id, { cause: 'A queue was full' })).accepted()
    await expect.sound(caller.deleteIncident(other.id)).accepted('after another resolved incident was deleted')
  })

  it('INC-11 Deleting one incident leaves the others. (4.4a)', {
    one: open(),
    other: open(),
    detected: auto(),
    finished: resolved(),
  }, async ({ one, other, detected, finished, caller, expect }) => {
    await expect(caller.deleteIncident(one.id)).accepted()
    for (const { id } of [other, detected]) await expect(caller.resolve(id)).accepted()
    await expect(caller.resolve(finished.id)).refused('incident already resolved')
  })

  it('INC-14 A caller without write scope cannot delete an incident. (4.4b)', {
    incident: open(),
    detected: auto(),
    finished: resolved(),
    caller: reader(),
    owner: writer(),
  }, async ({ incident, detected, finished, caller, owner, expect }) => {
    await expect(caller.deleteIncident(incident.id)).refused('missing write scope')
    // The scope is missing, or the incident or its state forbids it: either is a reason.
    for (const id of [detected.id, finished.id, randomUlid()]) await expect(caller.deleteIncident(id)).refused()
    await expect(owner.deleteIncident(incident.id)).accepted()
  })

  again(
    'INC-21 Of simultaneous deletions exactly one succeeds. (4.4a, 4.4f)',
    { incident: open(), alone: open() },
    async ({ incident, alone, caller, expect, together }) => {
      await expect(caller.deleteIncident(alone.id)).accepted()
      const second = await caller.deleteIncident(alone.id)
      if (second.response.status < 300)
        throw new UnverifiedError(
          'a second deletion is accepted, at once at least, also without simultaneity: see INC-10',
        )
      const { succeeded, failed } = await partition(await together(() => caller.deleteIncident(incident.id)))
      expect(succeeded.length, 'the number of calls that succeeded').toBe(1)
      for (const loser of failed) await expect(loser).refused('incident not found')
      await expect(caller.deleteIncident(incident.id)).refused('incident not found')
    },
  )

  again(
    'INC-22 Simultaneous deletions of an auto incident all fail. (4.4c)',
    { incident: auto() },
    async ({ incident, caller, expect, together }) => {
      for (const call of await together(() => caller.deleteIncident(incident.id))) {
        await expect(call).refused('incident is auto')
      }
      await expect(caller.resolve(incident.id)).accepted()
    },
  )

  again(
    'INC-23 A deletion among simultaneous resolves leaves no incident behind. (4.4a, 3.1a)',
    { incident: open(), alone: open() },
    async ({ incident: { id }, alone, caller, expect, together, eventually }) => {
      await expect(caller.deleteIncident(alone.id)).accepted()
      const isAtOnce = (await caller.deleteIncident(alone.id)).response.status >= 300
      let made = 0
      const calls = await together<unknown>(() => (made++ === 2 ? caller.deleteIncident(id) : caller.resolve(id)))
      const succeeded = (await Promise.all(calls)).map(({ response }) => response.status < 300)
      // The document leaves open whether a resolved manual incident can be deleted.
      const [isDeleted] = succeeded.splice(2, 1)
      const resolves = succeeded.filter(Boolean).length
      expect(resolves, 'the number of resolves that succeeded').toBeBetween(isDeleted ? 0 : 1, 1)
      if (isDeleted && isAtOnce) await expect(caller.deleteIncident(id)).refused('incident not found')
      else if (isDeleted) await goneSoon(caller, id, expect, eventually)
      await expect(caller.resolve(id)).refused(isDeleted ? 'incident not found' : 'incident already resolved')
    },
  )

  it('INC-40 A resolved manual incident can be deleted. (profile, 4.4a)', {
    incident: resolved(),
    older: resolvedLongAgo('manual'),
  }, async ({ incident, older, caller, expect }) => {
    for (const { id } of [incident, ...older]) {
      await expect(caller.deleteIncident(id)).accepted()
      await expect(caller.deleteIncident(id)).refused('incident not found')
    }
  })

  it('INC-43 A deletion that is refused for its body or query deletes nothing. (sound, 4.4a)', {
    incident: open(),
  }, async ({ incident: { id }, caller, expect }) => {
    for (const [details, condition] of [
      [{ query: 'force=true' }, 'invalid query'],
      [{ body: {} }, 'other media type'],
    ] as const) {
      const call = caller.send('deleteIncident', { id, ...details })
      // The document leaves open whether these are refused.
      await expect(call).answered()
      await expect.profile(call).refused(condition)
      if ((await call).response.status < 300) return
    }
    await expect(caller.deleteIncident(id)).accepted()
  })
})
