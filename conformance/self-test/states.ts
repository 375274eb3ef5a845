/** The states that the hook can make; each call makes fresh records that nobody else uses. */
import { randomBytes, randomInt } from 'node:crypto'
import { newId } from './ids.ts'
import type { Store, Team, User } from './records.ts'
import type { Call, Json, Steps } from './steps.ts'

const hour = 3_600_000
const noCall: Call = {
  operation: 'none',
  headers: {},
  query: new URLSearchParams(),
  id: '',
  body: undefined,
  caller: undefined,
}

export function states(the: Steps, store: Store) {
  return {
    newMember(team, role) {
      const user: User = {
        id: newId(),
        email: `${newId().toLowerCase()}@self-test.example`,
        name: 'Sam Self-Test',
        password: randomBytes(12).toString('base64url'),
        code: undefined,
        teamId: team.id,
        role,
        createdAt: new Date(the.now().getTime() - hour),
        deletion: undefined,
      }
      store.users.set(user.id, user)
      return user
    },

    states: {
      writer: () => shown(the.newMember(newTeam('pro'), 'owner')),
      stranger: () => shown(the.newMember(newTeam('pro'), 'owner')),
      freeCaller: () => shown(the.newMember(newTeam('free'), 'owner')),
      reader: ({ teamId }) => shown(the.newMember(teamOf(teamId), 'viewer')),
      member: ({ teamId, role }) => shown(the.newMember(teamOf(teamId), String(role))),
      ownerWithMember() {
        const team = newTeam('pro')
        the.newMember(team, 'member')
        return shown(the.newMember(team, 'owner'))
      },
      oauthUser() {
        const digits = String(randomInt(1_000_000)).padStart(6, '0')
        const code = { digits, expires: the.now().getTime() + 600_000, triesLeft: 5 }
        const user = { ...the.newMember(newTeam('pro'), 'owner'), password: undefined, code }
        store.users.set(user.id, user)
        const { accessToken, teamId } = shown(user)
        return { accessToken, teamId, verificationCode: digits }
      },
      incident({ teamId, type = 'manual', resolved = false, serviceId }) {
        const startedAt = new Date(the.now().getTime() - hour)
        const createdAt = new Date(startedAt.getTime() + 60_000)
        const incident = {
          id: newId(),
          monitorId: type === 'auto' ? newId() : null,
          teamId: teamOf(teamId).id,
          type: String(type),
          status: resolved ? 'resolved' : 'open',
          title: type === 'auto' ? null : 'Checkout is slow',
          startedAt,
          resolvedAt: resolved ? createdAt : null,
          cause: null,
          serviceId: serviceId as string | undefined,
          createdAt,
        }
        store.incidents.set(incident.id, incident)
        return { id: incident.id }
      },
      monitor({ teamId, days = [] }) {
        const monitor = { id: newId(), teamId: teamOf(teamId).id }
        store.monitors.set(monitor.id, monitor)
        for (const date of days as string[]) store.stats.add({ monitorId: monitor.id, date })
        return { id: monitor.id }
      },
      service({ teamId, monitors = [] }) {
        const service = { id: newId(), teamId: teamOf(teamId).id, monitors: monitors as string[] }
        store.services.set(service.id, service)
        return { id: service.id }
      },
    },
  } satisfies Partial<Steps>

  function newTeam(plan: Team['plan']): Team {
    const team = { id: newId(), name: 'Self-Test', plan }
    store.teams.set(team.id, team)
    return team
  }

  function teamOf(id: unknown): Team {
    const team = store.teams.get(String(id))
    if (!team) throw new Error(`there is no team ${id}`)
    return team
  }

  function shown(user: User): Json {
    const { email, password, teamId } = user
    return { email, password, accessToken: the.issue(user, 'access', noCall), teamId }
  }
}
