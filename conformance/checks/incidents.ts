/** Document 3.1 and 4.3: an incident is resolved, once. */

import { parseTime, precisionOf } from '../assess/matchers.ts'
import { partition, suite } from '../dsl/suite.ts'
import {
  auto,
  displayed,
  explained,
  open,
  resolved,
  resolvedLongAgo,
  sharedMonitor,
  writer,
} from '../fixtures/recipes.ts'

export const incidents = suite('Incidents', { caller: writer() }, ({ it, again }) => {
  it('INC-01 An open incident is resolved, with its cause. (3.1a, 3.1b, 3.1c, 4.3a, 2.2a, 2.2c, 9a)', {
    incident: open(),
  }, async ({ incident, caller, expect }) => {
    const cause = 'A certificate had expired'
    const { incident: after } = await expect(caller.resolve(incident.id, { cause })).accepted()
    expect(after, 'incident').toMatch({ id: incident.id, status: 'resolved', cause })
    expect.sound(after.resolvedAt, 'incident.resolvedAt').toBeRecent()
    if (caller.teamId !== undefined) expect(after.teamId, 'incident.teamId').toBe(caller.teamId)
    for (const name of ['startedAt', 'createdAt'] as const) {
      const year = new Date(parseTime(after[name])).getUTCFullYear()
      expect.sound(year, `the year of incident.${name}`).toBeBetween(2000, new Date().getUTCFullYear() + 1)
    }
    const lasted = parseTime(after.resolvedAt ?? '') - parseTime(after.startedAt)
    expect.implied(lasted, 'the time from startedAt to resolvedAt, in milliseconds,').toBeAtLeast(-60_000)
  })

  it('INC-02 A resolved incident cannot be resolved again. (3.1d, 4.3c)', {
    incident: open(),
  }, async ({ incident, caller, expect }) => {
    await expect(caller.resolve(incident.id, { cause: 'The first cause' })).accepted()
    // More than once: each process of the target knows it.
    for (const body of [{ cause: 'Another cause' }, undefined, { cause: 'The first cause' }, {}]) {
      await expect(caller.resolve(incident.id, body)).refused('incident already resolved')
    }
  })

  it('INC-03 An incident that was resolved before the run cannot be resolved. (3.1d, 4.3c)', {
    incident: resolved(),
    older: resolvedLongAgo('manual'),
  }, async ({ incident, older, caller, expect }) => {
    for (const { id } of [incident, ...older]) {
      await expect(caller.resolve(id, { cause: 'Too late' })).refused('incident already resolved')
    }
  })

  it('INC-04 A cause is optional, and so is the body; the incident stays resolved. (4.3d, 3.1d)', {
    one: open(),
    other: open(),
  }, async ({ one, other, caller, expect }) => {
    for (const [{ id }, body] of [
      [one, undefined],
      [other, {}],
    ] as const) {
      const { incident } = await expect(caller.resolve(id, body)).accepted()
      expect(incident, 'incident').toMatch({ id, status: 'resolved' })
      await expect(caller.resolve(id)).refused('incident already resolved')
      expect.sound(incident.resolvedAt, 'incident.resolvedAt').toBeRecent()
    }
  })

  it('INC-05 An automatically detected incident has the type auto, and is resolved like others, once. (2.2b, 3.1a, 3.1d)', {
    detected: auto(),
    created: open(),
  }, async ({ detected, created, caller, expect }) => {
    const cause = 'The disk was full'
    const { incident } = await expect(caller.resolve(detected.id, { cause })).accepted()
    expect(incident, 'incident').toMatch({ id: detected.id, type: 'auto', status: 'resolved', cause })
    await expect(caller.resolve(detected.id, { cause })).refused('incident already resolved')
    const { incident: manual } = await expect(caller.resolve(created.id)).accepted()
    expect(manual.type, 'the type of a manual incident').toDifferFrom('auto')
  })

  it('INC-06 Resolving one incident leaves the others open. (4.3a)', {
    one: open(),
    other: open(),
  }, async ({ one, other, caller, expect }) => {
    await expect(caller.resolve(one.id, { cause: 'Only this one' })).accepted()
    const { incident } = await expect(caller.resolve(other.id, { cause: 'Now this one, too' })).accepted()
    expect(incident, 'incident').toMatch({ id: other.id, cause: 'Now this one, too' })
  })

  it('INC-07 A cause with any letters, long or short, is stored unchanged. (3.1c)', {
    one: open(),
    other: open(),
    another: open(),
    last: open(),
  }, async ({ one, other, another, last, caller, expect }) => {
    for (const [{ id }, cause] of [
      [last, '0'],
      [
        one,
        'One line,\nthen \\, C:\\new\\table, %41, 1+1, @ops, \u05e9\u05dc\u05d5\u05dd, {0} at https://a.example/?b=c, \u{1f525} and "more"',
      ],
      [other, 'Die Größe von "明子" & <Co>. '.repeat(9).trim()],
      [another, `${'A long story. '.repeat(200)}The end.`],
    ] as const) {
      const resolved = await expect.implied(caller.resolve(id, { cause })).answered('invalid body')
      if (!resolved) continue
      expect(resolved.incident.cause, 'incident.cause').toBeWhole(cause)
      expect.sound(resolved.incident.cause, 'incident.cause').toKeep(cause)
      expect.profile(resolved.incident.cause, 'incident.cause').toBe(cause)
    }
  })

  it('INC-17 The serviceId of an incident is the service it is displayed on, and it is resolved once. (2.2d, 3.1c, 3.1d)', {
    incident: displayed(),
  }, async ({ incident: { id, serviceId }, caller, expect }) => {
    const cause = 'The cause of a displayed one'
    const { incident } = await expect(caller.resolve(id, { cause })).accepted()
    expect(incident.cause, 'incident.cause').toBe(cause)
    await expect(caller.resolve(id)).refused('incident already resolved')
    // One of the two documented variants of the answer does not have it.
    if ('serviceId' in incident) expect(incident.serviceId, 'incident.serviceId').toBe(serviceId)
    expect.profile(incident.serviceId, 'incident.serviceId').toBe(serviceId)
  })

  it('INC-32 The serviceId of an incident whose monitor has two services is the one it is displayed on. (2.2d)', {
    shared: sharedMonitor(),
  }, async ({ shared: { incidents }, caller, expect }) => {
    for (const { id, serviceId } of incidents) {
      const { incident } = await expect(caller.resolve(id)).accepted()
      if ('serviceId' in incident) expect(incident.serviceId, 'incident.serviceId').toBe(serviceId)
      expect.profile(incident.serviceId, 'incident.serviceId').toBe(serviceId)
    }
  })

  it('INC-24 startedAt and createdAt are before resolvedAt. (3.1b, 2.2c)', {
    created: open(),
    detected: auto(),
  }, async ({ created, detected, caller, expect }) => {
    const open = 1100
    await new Promise((resolve) => setTimeout(resolve, open))
    for (const [{ id }, ...body] of [[created], [detected, { cause: 'Power was lost' }]] as const) {
      const { incident } = await expect(caller.resolve(id, ...body)).accepted()
      for (const name of ['startedAt', 'createdAt'] as const) {
        const time = parseTime(incident[name])
        const lasted = parseTime(incident.resolvedAt ?? '') - time
        // Times that are cut to seconds or minutes may be equal.
        const least = Math.max(0, open - precisionOf(time))
        expect.implied(lasted, `the time from ${name} to resolvedAt, in milliseconds,`).toBeAtLeast(least)
        const observation = `${name} ${incident[name]}, resolvedAt ${incident.resolvedAt}`
        if (least > 0)
          expect.sound(Math.abs(lasted) > 50, `whether ${name} is not the time of the resolve`, observation).toBe(true)
      }
    }
  })

  it('INC-25 A resolve without a cause keeps the cause that was stored; another cause, or an empty one, replaces it. (3.1c)', {
    one: explained(),
    two: explained(),
    other: explained(),
    same: explained(),
    last: explained(),
  }, async ({ one, two, other, same, last, caller, expect }) => {
    const bare = await expect(caller.resolve(one.id)).accepted()
    const empty = await expect(caller.resolve(two.id, {})).accepted()
    // A PUT may replace the cause by none, with and without a body.
    const isReplaced = [bare, empty].every(({ incident }) => !incident.cause)
    const claim = isReplaced ? expect.profile : expect.sound
    claim(bare.incident.cause, 'incident.cause without a body').toBe(one.cause)
    claim(empty.incident.cause, 'incident.cause with the body {}').toBe(two.cause)
    const { incident: replaced } = await expect(caller.resolve(other.id, { cause: 'Another cause' })).accepted()
    expect(replaced.cause, 'incident.cause').toBe('Another cause')
    // Nothing seems to change, but the incident is resolved.
    const { incident: repeated } = await expect(caller.resolve(same.id, { cause: same.cause })).accepted()
    expect(repeated.cause, 'incident.cause').toBe(same.cause)
    await expect(caller.resolve(same.id)).refused('incident already resolved')
    // The document leaves open whether an empty cause is valid, and whether it is stored as none.
    const emptied = await expect(caller.resolve(last.id, { cause: '' })).answered('invalid body')
    if (emptied) expect(emptied.incident.cause, 'incident.cause').toDifferFrom(last.cause)
  })

  again(
    'INC-20 Of simultaneous resolves exactly one succeeds. (3.1d, 4.3c)',
    { created: open(), detected: auto() },
    async ({ created, detected, caller, expect, together }) => {
      for (const { id } of [created, detected]) {
        const { succeeded, failed } = await partition(
          await together(() => caller.resolve(id, { cause: 'All at once' })),
        )
        expect(succeeded.length, 'the number of calls that succeeded').toBe(1)
        for (const winner of succeeded) await expect(winner).accepted()
        for (const loser of failed) await expect(loser).refused('incident already resolved')
      }
    },
  )

  it('INC-41 Texts are well-formed and not too long, and properties known; an empty cause is valid. (profile, 4.3d)', {
    incident: open(),
    other: open(),
  }, async ({ incident, other, caller, expect }) => {
    for (const body of [
      { cause: null },
      { cause: 'a lone \udc00 surrogate' },
      { cause: 'a'.repeat(10_001) },
      { status: 'open' },
    ]) {
      await expect(caller.resolve(incident.id, body)).refused('invalid body')
    }
    const { incident: after } = await expect(caller.resolve(incident.id, { cause: '' })).accepted()
    expect(after.cause, 'incident.cause').toBe('')
    const start = ' spaces around,\r\nand e\u0301 '
    // A character may be two units of UTF-16.
    const cause = start + '\u{1f525}'.repeat(10_000 - start.length)
    const { incident: spaced } = await expect(caller.resolve(other.id, { cause })).accepted()
    expect(spaced.cause, 'incident.cause').toBe(cause)
  })
})
