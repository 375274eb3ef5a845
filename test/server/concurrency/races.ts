/** Concurrent requests for the same object. */
import { expect, it } from 'vitest'
import { incident, user } from '../../../server/store/suite/sample-data.ts'
import { atOnce, tally } from '../../support/raw-http.ts'
import { day, type Helpers, password, rowsOf } from './setup.ts'

export function races({ dump, makeOwner, openSecond, signup, incidentOf, usersOf }: Helpers): void {
  it('of fifty concurrent requests to resolve an incident one succeeds, and its time and cause stay', {
    tags: ['P56'],
  }, async () => {
    const { send } = await makeOwner('resolver', (teamId) => ({ incidents: [incident({ id: 'raced', teamId })] }))
    const resolve = (cause: string) => send('PUT', '/api/v1/incidents/raced/resolve', { cause })
    const responses = await atOnce(50, (i) => resolve(`cause ${i}`))
    expect(tally(responses)).toEqual({ 200: 1, '409 INCIDENT_ALREADY_RESOLVED': 49 })
    const winner = responses.find(({ statusLine }) => statusLine === '200')?.body.incident
    expect((await resolve('too late')).statusLine).toBe('409 INCIDENT_ALREADY_RESOLVED')
    expect(await incidentOf('raced')).toEqual(winner)
  })

  it('of twenty-five requests to resolve and twenty-five to delete an incident at most one resolves and one deletes it', {
    tags: ['P57'],
  }, async () => {
    const { send } = await makeOwner('deleter', (teamId) => ({ incidents: [incident({ id: 'fought', teamId })] }))
    const responses = await atOnce(50, (i) =>
      i % 2 ? send('PUT', '/api/v1/incidents/fought/resolve') : send('DELETE', '/api/v1/incidents/fought'),
    )
    const { 200: resolved = 0, 204: deleted, '409 INCIDENT_ALREADY_RESOLVED': late = 0, ...gone } = tally(responses)
    expect([resolved <= 1, deleted]).toEqual([true, 1])
    expect(gone).toEqual({ '404 INCIDENT_NOT_FOUND': 49 - resolved - late })
    if (late > 0) expect(resolved).toBe(1)
    expect(await incidentOf('fought')).toBeUndefined()
  })

  it('of twenty concurrent sign-ups with one address in any case one succeeds, with one user and one team', {
    tags: ['P58'],
  }, async () => {
    const before = await dump()
    const responses = await atOnce(20, (i) =>
      signup({ email: i % 2 ? 'Twins@State.example' : 'twins@state.EXAMPLE', password }),
    )
    // The limit is ten attempts in a window.
    expect(tally(responses)).toEqual({ 201: 1, '409 EMAIL_ALREADY_REGISTERED': 9, '429 RATE_LIMITED': 10 })
    const after = await dump()
    expect([after.users.length - before.users.length, after.teams.length - before.teams.length]).toEqual([1, 1])
    const success = responses.find(({ statusLine }) => statusLine === '201')?.body.user
    expect(await usersOf('twins@state.example')).toEqual([expect.objectContaining(success)])
    expect(after.teams.map(({ id }) => id)).toContain(success?.teamId)
  })

  it('of twenty concurrent requests to delete an account one succeeds, thirty days of 86,400 seconds ahead', {
    tags: ['P59'],
  }, async () => {
    const { owner, send } = await makeOwner('leaver')
    const responses = await atOnce(20, () => send('POST', '/dashboard/account/delete', { password }))
    const { 200: scheduled, '409 DELETION_ALREADY_REQUESTED': later = 0, ...others } = tally(responses)
    // A right password resets the window, so the number of compared attempts depends on the order.
    expect([scheduled, Object.keys(others).filter((statusLine) => statusLine !== '429 RATE_LIMITED')]).toEqual([1, []])
    expect(later).toBeGreaterThan(0)
    const success = responses.find(({ statusLine }) => statusLine === '200')?.body
    const [stored] = await usersOf(owner.email)
    expect(stored).toMatchObject(success ?? { deletionRequestedAt: 'no success' })
    const [from = Number.NaN, to] = [success?.deletionRequestedAt, success?.deletionScheduledAt].map((at) =>
      Date.parse(at ?? ''),
    )
    expect(to).toBe(from + 30 * day)
  })

  it('an owner who leaves while an operator adds a member comes first, or is refused', { tags: ['P60'] }, async () => {
    const operator = await openSecond()
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const { owner, send } = await makeOwner(`left${round}`)
      const newMember = user({ id: `joins ${round}`, email: `joins${round}@state.example`, teamId: owner.teamId })
      const leave = () => send('POST', '/dashboard/account/delete', { password })
      const join = async () => {
        // Later in each round.
        for (let looks = 1; looks < round; looks++) await operator.dump()
        await operator.load({ users: [{ ...newMember, role: 'member' }] })
        return (await operator.dump()).users.find(({ id }) => id === owner.id)?.deletionScheduledAt
      }
      const joined = round === 0 ? join() : undefined
      await joined
      const left = round === 11 ? leave() : undefined
      await left
      const [response, scheduled] = await Promise.all([left ?? leave(), joined ?? join()])
      // If the operator still sees the owner unscheduled after adding the member, the member came first.
      expect([round, response.statusLine]).toEqual([round, scheduled === null ? '409 TEAM_HAS_OTHER_MEMBERS' : '200'])
      expect(await usersOf(owner.email)).toMatchObject([{ deletionScheduledAt: scheduled }])
      outcomes.add(response.statusLine)
    }
    expect(outcomes.size).toBe(2)
    await operator.close()
  })

  it('the counts of twenty concurrent resets add up to the number of rows', { tags: ['P61'] }, async () => {
    const { send } = await makeOwner('resetter', (teamId) => ({
      monitors: [{ id: 'summed', teamId }],
      services: [{ id: 'sums', teamId, monitorIds: ['summed'] }],
      dailyStats: rowsOf('summed'),
    }))
    const responses = await atOnce(20, (i) =>
      send(
        'DELETE',
        `/api/v1/${i % 2 ? 'monitors/summed' : 'services/sums'}/stats${i % 3 ? '?before=1970-01-11' : ''}`,
      ),
    )
    expect(tally(responses)).toEqual({ 200: 20 })
    expect(responses.reduce((sum, { body }) => sum + (body.deletedCount ?? Number.NaN), 0)).toBe(30)
    expect((await dump()).dailyStats.filter(({ monitorId }) => monitorId === 'summed')).toEqual([])
  })
}
