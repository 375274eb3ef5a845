/** The notes on findings, which name other calls of the run that narrow down the cause. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faults } from '../../conformance/self-test/faults/index.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { changing, omit, only } from '../../conformance/self-test/overrides.ts'
import { createHarness, outputOf } from './kit-harness.ts'

const kit = createHarness()
const readReport = (name: string) => readFile(join(kit.folder, name), 'utf8')

describe('a note on a finding', () => {
  test('names the deletions of the team after which an object is gone', async () => {
    const takesAll: Override = (base, store) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        for (const { id, teamId } of [...store.incidents.values()]) {
          if (teamId === incident.teamId) store.incidents.delete(id)
        }
      },
    })
    expect(await outputOf(takesAll, '--only', 'INC-44')).toMatch(
      /no call deleted this object, but its team had: DELETE …\/incidents\/\w+ → 204 in step \d+: did one/,
    )
  })

  test('has the value that violates a schema, and how far a time is from the right one', async () => {
    const faulty: Override = (base) => ({
      formatTime: (date, field) =>
        base.formatTime(field === 'resolvedAt' ? new Date(date.getTime() + 7_200_000) : date, field),
      error: (error, call) => ({ ...base.error(error, call), message: { text: 'not one' } }),
    })
    const out = await outputOf(faulty, '--only', 'INC-04')
    expect(out).toMatch(
      / expected: incident\.resolvedAt is about now, \S+ \(sound\) seen: "[^"]+", (?:2|1\.9) h ahead /,
    )
    expect(out).toContain('error.message is {"text":"not one"}')
  })

  test('says that nothing of the team was deleted', async () => {
    const hides: Override = (base) => ({
      incidentOf(call) {
        const incident = base.incidentOf(call)
        return incident.monitorId === null ? base.incidentOf({ ...call, id: 'none' }) : incident
      },
    })
    const out = await outputOf(hides, '--only', 'INC-31')
    expect(out).toMatch(
      /given incidents.0: \w+ \(open, auto, without a monitor, without a title, 400 days old\) given /,
    )
    // The calls that occur in no step that is shown.
    expect(out).not.toContain('given incidents.1')
    expect(out).toMatch(
      /seen: 404 .* no call of this run deleted this object, or anything else of its team since it was made/,
    )
  })

  test('tells what the wrong calls of an operation have in common, and no right one has', async () => {
    const turnsManual: Override = (base) => ({
      toResolved(incident, cause) {
        const resolved = base.toResolved(incident, cause)
        return cause === undefined ? resolved : { ...resolved, type: 'manual' }
      },
    })
    expect(await outputOf(turnsManual, '--only', 'Incidents')).toMatch(
      /wrong in (?:the one call|all \d+ calls) of this operation after a resolve with cause; right in \d+ others/,
    )
  })

  test('says by whom the wrong calls are, or who was the caller of an earlier one', async () => {
    const overrideOf = (id: string) => faults.find((one) => one.id === id)?.override as Override
    expect(await outputOf(overrideOf('free-plan-for-admins'), '--only', 'SERVICE,MONITOR')).toMatch(
      /step 1, the same operation on the same object by the member, was right: 403 PLAN_UPGRADE_REQUIRED/,
    )
    expect(await outputOf(overrideOf('resolve-again-by-another'), '--only', 'Incidents')).toMatch(
      /wrong in the one call of this operation after a resolve by another caller; right in/,
    )
  })

  test('names the refused sign-up that sent the password which is right now, or in place of it', async () => {
    const override = only('signup', (base) => ({
      userByEmail(address, call) {
        const user = base.userByEmail(address, call)
        if (user) user.password = (call.body as { password: string }).password
        return user
      },
    }))
    const out = await outputOf(override, '--only', 'SIGN-05,SIGN-07')
    expect(out).toMatch(/step \d, a sign-up with the same address that was refused \(409\), sent this password: did it/)
    expect(out).toMatch(
      /its password is unchanged since step 1, but step \d, a refused sign-up, sent another one: did it/,
    )
  })

  test('says of each later finding in which plainer one the same is wrong', async () => {
    const override = faults.find(({ id }) => id === 'before-inclusive-for-services')?.override as Override
    expect(await outputOf(override, '--only', 'SERVICE')).toMatch(
      /✗ \d+ checks, SERVICE-03, .*, the same as in step 1 of SERVICE-02 /,
    )
  })

  test('names two properties that no right call has together', async () => {
    const renamesSome = changing('incident', (fields, { type, cause }) =>
      type === 'auto' && cause !== null ? { ...fields, status: 'closed' } : fields,
    )
    expect(await outputOf(renamesSome, '--only', 'Incidents')).toMatch(
      /wrong in all \d+ calls of this operation on an auto incident and with cause, together; right in \d+ others/,
    )
  })

  test('names the object of the same service to which the same was done before', async () => {
    const override = faults.find(({ id }) => id === 'resolve-all-of-service')?.override as Override
    expect(await outputOf(override, '--only', 'Incidents', '--skip', 'INC-31')).toMatch(
      /wrong in the one call of this operation (?:.*, or )?after a resolve on another object of its service/,
    )
  })

  test('takes explored sequences for right calls, too', async () => {
    const override = faults.find(({ id }) => id === 'deletion-by-code-in-two-weeks')?.override as Override
    const few = await outputOf(override, '--only', 'DEL-01,DEL-10')
    expect(few).toMatch(/right in 1 other call of this operation; the most similar is step \d of DEL-01, with password/)
    const many = await outputOf(override, '--only', 'DEL-01,DEL-10,EXPLORE', '--seed', '5')
    expect(many).toMatch(
      /wrong in all \d+ calls of this operation with verificationCode, or by (a user without a password|the oauthUser); right/,
    )
  })

  test('names the refused deletion after which an object is gone', async () => {
    const removesFirst: Override = (base, store) => ({
      authorize(call) {
        if (call.operation === 'deleteIncident') store.incidents.delete(call.id)
        base.authorize(call)
      },
    })
    expect(await outputOf(removesFirst, '--only', 'INC-14')).toMatch(
      /seen: 404 .* the only call on it before was the refused DELETE of step 1 \(403\): was it carried out all the same\?/,
    )
  })

  test('names the refused calls on an incident after which it is resolved, or what its team did', async () => {
    const resolvesRefused = faults.find(({ id }) => id === 'delete-auto-refused-but-resolved')?.override as Override
    expect(await outputOf(resolvesRefused, '--only', 'INC-08')).toMatch(
      /no resolve of it was accepted before; there were only the DELETE of step 1 \(409\) .*: was one carried out all/,
    )
    const resets = faults.find(({ id }) => id === 'reset-resolves-incidents')?.override as Override
    expect(await outputOf(resets, '--only', 'MONITOR-13')).toMatch(
      /no call was about it before; since it was made, its team had: DELETE \(1\), reset of a monitor \(1\): did one of these resolve/,
    )
  })

  test('says that steps disagree about an object', async () => {
    const counts = new Map<string, number>()
    const forgets: Override = (base) => ({
      assertResolvable(incident, call) {
        const count = (counts.get(incident.id) ?? 0) + 1
        counts.set(incident.id, count)
        if (count % 3 !== 0) base.assertResolvable(incident, call)
      },
    })
    expect(await outputOf(forgets, '--only', 'INC-02')).toMatch(
      /steps 2 and 3 disagree about the same object, each on a connection of its own: .*, or did the refused step 2 change the object\?/,
    )
  })

  test('says no such thing if the object was changed in between', async () => {
    const deletesResolved: Override = (base) => ({
      assertDeletable(incident, call) {
        if (incident.status !== 'resolved') base.assertDeletable(incident, call)
      },
    })
    const out = await outputOf(deletesResolved, '--only', 'INC-31')
    expect(out).toMatch(/ expected: the call is refused: incident is auto seen: 204 /)
    expect(out).not.toContain('disagree about')
  })

  test('counts the right calls of the operation that differ in one thing, and names it, in every report', async () => {
    const refusesCauses: Override = (base) => ({
      assertResolvable(incident, call) {
        const hasCause = (call.body as { cause?: string } | undefined)?.cause !== undefined
        base.assertResolvable(hasCause ? { ...incident, status: 'resolved' } : incident, call)
      },
    })
    const out = await outputOf(refusesCauses, '--only', 'INC-02,INC-04', '--report', kit.folder)
    const note = 'right in 1 other call of this operation, with one difference only: this one is with cause'
    expect(out).toMatch(new RegExp(`✗ INC-02 .* seen: 409 [^:]*: [^:]* ${note} given `))
    for (const name of ['report.json', 'junit.xml', 'ctrf.json', 'sarif.json', 'report.html', 'summary.md']) {
      expect(await readReport(name)).toContain(note)
    }
  })

  test('says that the finding of a race was wrong in calls sent alone, too', async () => {
    const out = await outputOf(() => ({ assertResolvable() {} }), '--only', 'INC-02,INC-20')
    expect(out).toMatch(/✗ INC-20 the same as in calls sent alone, of INC-02 /)
    const racing = faults.find(({ id }) => id === 'race-resolve')?.override as Override
    const right = await outputOf(racing, '--only', 'INC-02,INC-20')
    expect(right).toMatch(/✗ INC-20 /)
    expect(right).not.toContain('sent alone')
  })

  test('says that a refused password is unchanged, and that a refused token was accepted before', async () => {
    const refusing = only('login', () => ({ passwordMatches: () => false }))
    expect(await outputOf(refusing, '--only', 'LOGIN-13')).toMatch(/its password is unchanged since step \d+/)
    const used = new Set<string>()
    const onceOnly: Override = (base) => ({
      userOfToken(token, call) {
        if (token === undefined || used.has(token)) return undefined
        used.add(token)
        return base.userOfToken(token, call)
      },
    })
    expect(await outputOf(onceOnly, '--only', 'SERVICE-02')).toMatch(/its token, unchanged, was accepted in step 1/)
  })

  test('names the second calls that were refused where one was accepted', async () => {
    // The cause that the check gives to the second of its incidents.
    const forgetsOne: Override = (base) => ({
      assertResolvable(incident, call) {
        if (incident.cause !== 'true') base.assertResolvable(incident, call)
      },
    })
    expect(await outputOf(forgetsOne, '--only', 'INC-31')).toMatch(
      /step \d+ had done the same to this object already: was it stored\? Such a second call was refused once, as in step \d+ \(409\), each on a connection of its own/,
    )
  })

  test('names the fields that are there where one is missing, and a similar object that has it', async () => {
    // The cause that the check gives to the second of its incidents.
    const dropsNull = changing('incident', (fields, incident) =>
      incident.cause === 'true' ? omit(fields, 'monitorId') : fields,
    )
    const out = await outputOf(dropsNull, '--only', 'INC-31')
    expect(out).toMatch(/incident is an object with id, teamId, type, /)
    expect(out).toMatch(/on another object \(open, auto, without a monitor[^)]*\)[^:]*: incident\.monitorId null/)
  })

  test('counts the other calls in which a field was right', async () => {
    const ids = new Map<string, number>()
    const thirdIsOther = changing('user', (fields, { id }) => {
      if (!ids.has(id)) ids.set(id, ids.size)
      return ids.get(id) === 2 ? { ...fields, id: 'dc840efa-6b88-4fa4-9c8f-fc02d8ec03f9' } : fields
    })
    expect(await outputOf(thirdIsOther, '--only', 'SIGN-01,SIGN-02,SIGN-03,SIGN-06')).toMatch(
      /\d+ other calls of this operation had it right, each on a connection of its own, as step \d of SIGN-02: user\.id "/,
    )
  })

  test('names the earlier reset with the same count, and the check of one monitor that was right', async () => {
    const keepsRows = only('resetServiceStats', () => ({ removeRows() {} }))
    const out = await outputOf(keepsRows, '--only', 'SERVICE-01,MONITOR-01')
    expect(out).toMatch(/the same request had the same count in step 1, each on a connection of its own: does/)
    expect(out).toContain('MONITOR-01, the same for one monitor, was right')
  })

  test('says that an earlier response has the right text', async () => {
    const cuts = only('login', (base) => ({
      user: (user, call) => ({ ...base.user(user, call), name: 'Grace' }),
    }))
    expect(await outputOf(cuts, '--only', 'SIGN-03')).toMatch(
      /the response of step \d+, POST \/auth\/signup, has it right/,
    )
  })

  test('counts the calls in which the same error was right', async () => {
    const marksFree: Override = (base, store) => ({
      error(error, call) {
        const isFree = store.teams.get(call.caller?.teamId ?? '')?.plan === 'free'
        const isMarked = isFree && error.code === 'WRONG_PASSWORD'
        return { ...base.error(error, call), ...(isMarked && { upgradeUrl: 'https://their.host/upgrade' }) }
      },
    })
    expect(await outputOf(marksFree, '--only', '4.5')).toMatch(
      /\d+ other calls? of this operation had it right with the same 403 WRONG_PASSWORD, as step \d+ of [\w-]+, by/,
    )
  })

  test('names no call with a right credential where a wrong one was accepted', async () => {
    const altered = faults.find(({ id }) => id === 'delete-with-altered-token')?.override as Override
    const out = await outputOf(altered, '--only', 'AUTH-02b,INC-42')
    expect(out).toMatch(/✗ AUTH-02b/)
    expect(out).not.toMatch(/right in |was right/)
  })

  test('names all wrong credentials that were accepted, and those that were rejected', async () => {
    const altered = faults.find(({ id }) => id === 'delete-with-altered-token')?.override as Override
    expect(await outputOf(altered, '--only', 'AUTH-02b')).toMatch(
      /seen: 204, accepted: one letter changed, last letter changed, .*; rejected: first letter changed, /,
    )
  })
})
