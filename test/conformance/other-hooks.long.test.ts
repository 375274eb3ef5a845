/** Hooks and targets that differ in what the document leaves open: nothing of it is held against the target. */
import { expect, test, vi } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import { ServiceError } from '../../conformance/self-test/implementation/service-error.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { all, notingTokens, step } from '../../conformance/self-test/overrides.ts'
import { runAgainst } from './kit-harness.ts'

vi.setConfig({ testTimeout: 120_000 })

const formerTeam = step('assertResettable').around((check, team, _, { notes }) => {
  check()
  notes.set(team.id, 'was on a paid plan')
})

test.each<[what: string, only: string, override: Override]>([
  [
    'a hook that makes a first user with each team, and does not name it',
    'ADMIN-09,DEL-02,DEL-10,DEL-22,DEL-33,EXPLORE-01',
    step('makeRecord').changing((made, kind, _, id, base) => {
      const team = kind === 'team' && id === undefined ? base.teams.get(String(made?.id)) : undefined
      if (team) base.createMember(team, 'member')
      return made
    }),
  ],
  [
    'a hook that moves a monitor from its first service to the second one',
    'INC-32,SERVICE-01,SERVICE-23,EXPLORE-01',
    step('makeRecord').changing((made, kind, { monitorIds = [] }, _, { services }) => {
      const isMoved = (id: string) => (monitorIds as string[]).includes(id)
      if (kind === 'service')
        for (const one of [...services.values()].filter(({ id }) => id !== made?.id))
          services.set(one.id, { ...one, monitors: one.monitors.filter((id) => !isMoved(id)) })
      return made
    }),
  ],
  [
    'a target that gives a new incident the least id that is free',
    'INC-10,INC-21,INC-27,INC-31,EXPLORE-01',
    step('makeRecord').changing((made, kind, _, id, { incidents }) => {
      const incident = incidents.get(String(made?.id))
      if (kind !== 'incident' || id !== undefined || !incident) return made
      incidents.delete(incident.id)
      let free = 1
      while (incidents.has(`incident-${free}`)) free += 1
      incident.id = `incident-${free}`
      incidents.set(incident.id, incident)
      return { ...made, id: incident.id }
    }),
  ],
  [
    'a hook that makes a new record in place of a change',
    'DEL-22,DEL-33,DEL-34,LOGIN-15,SERVICE-19,SERVICE-25',
    step('makeRecord').around((make, kind, fields, id, base) => {
      const teamId = base.users.get(id ?? '')?.teamId ?? base.services.get(id ?? '')?.teamId
      return make(kind, { ...(teamId && { teamId }), ...fields }, undefined)
    }),
  ],
  ['a target that has other words for roles than the hook', 'LOGIN-15', step('user').setting({ role: 'user' })],
  [
    'a target that refuses in other words once a team has left the paid plan',
    'MONITOR-19,SERVICE-19',
    all(
      formerTeam,
      step('error').setting(({ code }, _, { caller }, { notes }) =>
        code === 'PLAN_UPGRADE_REQUIRED' && notes.has(caller?.teamId ?? '') ? { code: 'PLAN_ENDED' } : {},
      ),
    ),
  ],
])('%s is not accused', async (_, only, override) => {
  const { out } = await runAgainst(override, '--only', only, '--json')
  const { checks }: Result = JSON.parse(out)
  expect(checks.filter(({ outcome }) => outcome.sound === 'fail').map(({ id, findings }) => [id, findings])).toEqual([])
})

test('A member who does not find one incident, but resolves another, has the write scope.', async () => {
  const findsSecond = step('incidentOf').changing((incident, { caller }, { notes }) => {
    const isFirst = caller?.role === 'member' && !notes.has(caller.id)
    if (isFirst) notes.set(caller.id, incident.id)
    if (isFirst) throw new ServiceError('INCIDENT_NOT_FOUND')
    return incident
  })
  const { out } = await runAgainst(findsSecond, '--only', 'INC-45', '--level', 'profile', '--json')
  const { checks }: Result = JSON.parse(out)
  expect(checks[0]?.findings.map(({ response }) => response?.code)).toContain('INCIDENT_NOT_FOUND')
  expect(checks[0]?.outcome.documented).toBe('pass')
})

test('A token that the target accepts only after a moment is no mistake of the hook: its checks are run.', async () => {
  const acceptsLate = all(
    notingTokens((_, { operation }) => (operation === 'none' ? Date.now() : 0)),
    step('userOfToken').changing((user, token, _, { notes }) =>
      Date.now() - Number(notes.get(token ?? '')) < 500 ? undefined : user,
    ),
  )
  expect(await runAgainst(acceptsLate, '--only', 'INC-01')).toMatchObject({ code: 0 })
})
