/** A front end on its way through the mock, with the SDK, as if it were the service. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock, type Mock } from '@monitoring-service/mock'
import { startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ApiError, createMonitoring } from '../../sdk/index.ts'
import { errorOf } from '../sdk/harness.ts'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { demoSettings } from '../support/settings.ts'
import { credentialHeaders } from './send.ts'

let mock: Mock
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

const as = (token?: string, adminKey?: string) =>
  createMonitoring({ baseUrl: mock.url, maxRetries: 0, session: { token: () => token }, adminKey })

const [open, resolved, automatic] = [ids.manual, ids.manualResolved, ids.auto]

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const { status, code } = await errorOf(call, ApiError)
  return `${status} ${code}`
}

describe('Somebody who signs up with an address of their own', () => {
  const email = 'Grace.Hopper@navy.example'

  async function signUp() {
    const { user, accessToken } = await as().auth.signup({ email, password: 'any password', name: 'Grace' })
    return { user, api: as(accessToken) }
  }

  it('gets an account of that address and name, which owns a team', async () => {
    const { user } = await signUp()
    expect(user).toMatchObject({ email: email.toLowerCase(), name: 'Grace', role: 'owner' })
  })

  it('has a token for later calls, as a user on the free plan who has nothing', async () => {
    const { api } = await signUp()
    expect(await refusalOf(api.incidents.resolve(open))).toBe('404 INCIDENT_NOT_FOUND')
    expect(await refusalOf(api.incidents.delete(open))).toBe('404 INCIDENT_NOT_FOUND')
    const upgrade = await errorOf(api.services.resetStats(ids.service), ApiError)
    expect(upgrade).toMatchObject({
      status: 403,
      detail: { code: 'PLAN_UPGRADE_REQUIRED', upgradeUrl: demo.upgradeUrl },
    })
    expect(await refusalOf(api.monitors.resetStats(ids.monitor))).toBe('403 PLAN_UPGRADE_REQUIRED')
  })

  it('leaves with any password', async () => {
    const { api } = await signUp()
    const { deletionScheduledAt } = await api.account.scheduleDeletion({ password: 'whatever it was' })
    expect(Date.parse(deletionScheduledAt) - Date.parse(demoData.asOf)).toBe(30 * 24 * 3_600_000)
  })

  it('is somebody else the next time: two sign-ups are two users', async () => {
    const [{ user: one }, { user: other }] = [await signUp(), await signUp()]
    expect(one.id).not.toBe(other.id)
  })

  it('cannot log in again, for the mock forgets', async () => {
    await signUp()
    expect(await refusalOf(as().auth.login({ email, password: 'any password' }))).toBe('401 INVALID_CREDENTIALS')
  })
})

describe('A demo user', () => {
  const withPassword = demoData.users.filter(({ passwordHash }) => passwordHash !== null)
  it.each(withPassword.map((user) => [user.email, user] as const))(
    '%s logs in, and has a token of their own',
    async (email, { id, role, teamId }) => {
      const { user, accessToken } = await as().auth.login({ email, password: demo.password })
      expect(user).toMatchObject({ id, email, role, teamId })
      const mine = demoData.incidents.find((incident) => incident.teamId === teamId)
      const statusLine = await as(accessToken)
        .incidents.resolve(mine?.id ?? 'none')
        .then(
          () => '200',
          (error) => `${error.status} ${error.code}`,
        )
      const expected = role === 'viewer' ? '403 INSUFFICIENT_SCOPE' : mine ? /^200$|ALREADY/ : '404 INCIDENT_NOT_FOUND'
      expect(statusLine).toMatch(expected)
    },
  )

  it('without a password, or with another one, does not', async () => {
    for (const { email } of demoData.users) {
      const wrong = await refusalOf(as().auth.login({ email, password: 'another one' }))
      expect(wrong).toBe('401 INVALID_CREDENTIALS')
    }
    const oauth = refusalOf(as().auth.login({ email: 'oauth@acme.example', password: demo.password }))
    expect(await oauth).toBe('401 INVALID_CREDENTIALS')
  })

  it('sees what was done forgotten: the mock has no memory', async () => {
    const { accessToken } = await as().auth.login({ email: 'admin@acme.example', password: demo.password })
    const api = as(accessToken)
    for (let i = 0; i < 2; i++) expect((await api.incidents.resolve(open)).incident.status).toBe('resolved')
    for (let i = 0; i < 2; i++)
      expect(await refusalOf(api.incidents.resolve(resolved))).toBe('409 INCIDENT_ALREADY_RESOLVED')
    for (let i = 0; i < 2; i++) expect(await refusalOf(api.incidents.delete(automatic))).toMatch(/^409 AUTO/)
  })
})

it('Paging through the deletion requests gives every record once, whatever the size of a page', async () => {
  const scheduled = demoData.users.filter(({ deletionScheduledAt }) => deletionScheduledAt !== null)
  for (const limit of [1, 7, 20, 100]) {
    const seen: string[] = []
    const api = as(undefined, demo.adminApiKey)
    for (let page = 1; ; page++) {
      const { data, pagination } = await api.admin.deletionRequests({ page, limit })
      expect(pagination).toMatchObject({ page, limit, total: scheduled.length })
      seen.push(...data.map(({ id }) => id))
      if (data.length < limit) break
    }
    expect(seen.toSorted()).toEqual(scheduled.map(({ id }) => id).sort())
  }
})

it('Tokens that the demo server has issued are taken, too', async () => {
  const server = await startServer(demoSettings)
  onTestFinished(() => server.close(0))
  const body = { email: 'viewer@acme.example', password: demo.password }
  const token = (await transmit(server.url, 'POST', '/auth/login', {}, body)).body.accessToken
  expect(await refusalOf(as(token).incidents.resolve(open))).toBe('403 INSUFFICIENT_SCOPE')
})

it.each([
  ['no token', {}],
  ['a token that is none', { authorization: 'Bearer nonsense' }],
  ['Basic credentials', { authorization: 'Basic b3duZXI6cGFzc3dvcmQ=' }],
] satisfies [string, Record<string, string>][])('%s is refused', async (_, headers) => {
  const { statusLine } = await transmit(mock.url, 'PUT', `/api/v1/incidents/${open}/resolve`, headers)
  expect(statusLine).toBe('401 UNAUTHENTICATED')
})

it('names the scenario that it plays, and none where it plays none', async () => {
  const call = async (id: string) => {
    const headers = await credentialHeaders('member@acme.example')
    const answer = await transmit(mock.url, 'PUT', `/api/v1/incidents/${id}/resolve`, headers)
    return [answer.statusLine, answer.headers['mock-scenario']]
  }
  expect(await call(resolved)).toEqual(['409 INCIDENT_ALREADY_RESOLVED', 'alreadyResolved'])
  expect(await call('01J00000000000000000000000')).toEqual(['404 INCIDENT_NOT_FOUND', undefined])
})
