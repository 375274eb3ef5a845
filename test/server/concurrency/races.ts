/** Callers who ask for the same thing at the same moment. */
import { expect, it } from 'vitest'
import { incident, user } from '../../../server/store/suite/sample-data.ts'
import { atOnce, tally } from '../../support/raw-http.ts'
import { day, password, rowsOf, type Stage } from './setup.ts'

export function races({ dump, makeOwner, openBeside, signup, incidentOf, usersOf }: Stage): void {
  it('of fifty who resolve one incident at once one succeeds, and its time and cause stay as the winner was told', {
    tags: ['P56'],
  }, async () => {
    const { send } = await makeOwner('resolver', (teamId) => ({ incidents: [incident({ id: 'raced', teamId })] }))
    const resolve = (cause: string) => send('PUT', '/api/v1/incidents/raced/resolve', { cause })
    const answers = await atOnce(50, (i) => resolve(`cause ${i}`))
    expect(tally(answers)).toEqual({ 200: 1, '409 INCIDENT_ALREADY_RESOLVED': 49 })
    const winner = answers.find(({ statusLine }) => statusLine === '200')?.body.incident
    expect((await resolve('too late')).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
    expect(await incidentOf('raced')).toEqual(winner)
  })

  it('of twenty-five who resolve and twenty-five who delete one incident at most one resolves and one deletes, and then it is gone', {
    tags: ['P57'],
  }, async () => {
    const { send } = await makeOwner('deleter', (teamId) => ({ incidents: [incident({ id: 'fought', teamId })] }))
    const answers = await atOnce(50, (i) =>
      i % 2 ? send('PUT', '/api/v1/incidents/fought/resolve') : send('DELETE', '/api/v1/incidents/fought'),
    )
    const { 200: resolved = 0, 204: deleted, '409 INCIDENT_ALREADY_RESOLVED': late = 0, ...gone } = tally(answers)
    expect([resolved <= 1, deleted]).toEqual([true, 1])
    expect(gone).toEqual({ '404 INCIDENT_NOT_FOUND': 49 - resolved - late })
    if (late > 0) expect(resolved).toBe(1)
    expect(await incidentOf('fought')).toBeUndefined()
  })

  it('of twenty who sign up at once with one address, in any case, one succeeds, and there is one user in one team', {
    tags: ['P58'],
  }, async () => {
    const before = await dump()
    const answers = await atOnce(20, (i) =>
      signup({ email: i % 2 ? 'Twins@State.example' : 'twins@state.EXAMPLE', password }),
    )
    // Ten in a window are looked at.
    expect(tally(answers)).toEqual({ 201: 1, '409 EMAIL_ALREADY_REGISTERED': 9, '429 RATE_LIMITED': 10 })
    const after = await dump()
    expect([after.users.length - before.users.length, after.teams.length - before.teams.length]).toEqual([1, 1])
    const told = answers.find(({ statusLine }) => statusLine === '201')?.body.user
    expect(await usersOf('twins@state.example')).toEqual([expect.objectContaining(told)])
    expect(after.teams.map(({ id }) => id)).toContain(told?.teamId)
  })

  it('of twenty who schedule the deletion of one account at once one succeeds, thirty days of 86,400 seconds ahead', {
    tags: ['P59'],
  }, async () => {
    const { owner, send } = await makeOwner('leaver')
    const answers = await atOnce(20, () => send('POST', '/dashboard/account/delete', { password }))
    const { 200: scheduled, '409 DELETION_ALREADY_REQUESTED': later = 0, ...others } = tally(answers)
    // A right password opens the window anew, so that how many are looked at depends on who comes first.
    expect([scheduled, Object.keys(others).filter((statusLine) => statusLine !== '429 RATE_LIMITED')]).toEqual([1, []])
    expect(later).toBeGreaterThan(0)
    const told = answers.find(({ statusLine }) => statusLine === '200')?.body
    const [stored] = await usersOf(owner.email)
    expect(stored).toMatchObject(told ?? { deletionRequestedAt: 'told' })
    const [from = Number.NaN, to] = [told?.deletionRequestedAt, told?.deletionScheduledAt].map((at) =>
      Date.parse(at ?? ''),
    )
    expect(to).toBe(from + 30 * day)
  })

  it('an owner who leaves while an operator lets somebody join was first, or is refused', {
    tags: ['P60'],
  }, async () => {
    const operator = await openBeside()
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const { owner, send } = await makeOwner(`left${round}`)
      const newcomer = user({ id: `joins ${round}`, email: `joins${round}@state.example`, teamId: owner.teamId })
      const leave = () => send('POST', '/dashboard/account/delete', { password })
      const join = async () => {
        // Later from round to round.
        for (let looks = 1; looks < round; looks++) await operator.dump()
        await operator.load({ users: [{ ...newcomer, role: 'member' }] })
        return (await operator.dump()).users.find(({ id }) => id === owner.id)?.deletionScheduledAt
      }
      const joined = round === 0 ? join() : undefined
      await joined
      const left = round === 11 ? leave() : undefined
      await left
      const [answer, scheduled] = await Promise.all([left ?? leave(), joined ?? join()])
      // Who has joined and then sees that the owner stays, was first.
      expect([round, answer.statusLine]).toEqual([round, scheduled === null ? '409 TEAM_HAS_OTHER_MEMBERS' : '200'])
      expect(await usersOf(owner.email)).toMatchObject([{ deletionScheduledAt: scheduled }])
      outcomes.add(answer.statusLine)
    }
    expect(outcomes.size).toBe(2)
    await operator.close()
  })

  it('the numbers of twenty resets at once add up to the rows that there were', { tags: ['P61'] }, async () => {
    const { send } = await makeOwner('resetter', (teamId) => ({
      monitors: [{ id: 'summed', teamId }],
      services: [{ id: 'sums', teamId, monitorIds: ['summed'] }],
      dailyStats: rowsOf('summed'),
    }))
    const answers = await atOnce(20, (i) =>
      send(
        'DELETE',
        `/api/v1/${i % 2 ? 'monitors/summed' : 'services/sums'}/stats${i % 3 ? '?before=1970-01-11' : ''}`,
      ),
    )
    expect(tally(answers)).toEqual({ 200: 20 })
    expect(answers.reduce((sum, { body }) => sum + (body.deletedCount ?? Number.NaN), 0)).toBe(30)
    expect((await dump()).dailyStats.filter(({ monitorId }) => monitorId === 'summed')).toEqual([])
  })
}
