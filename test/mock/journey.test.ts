/** A front end that uses the mock as the service, through the SDK. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError, createMonitoring } from '../../sdk/index.ts'
import { errorOf } from '../sdk/harness.ts'
import { ids } from '../support/server.ts'

let mock: Mock
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

const as = (token?: string, adminKey?: string) =>
  createMonitoring({ baseUrl: mock.url, maxRetries: 0, session: { token: () => token }, adminKey })

const [open, resolved, automatic] = [ids.manual, ids.manualResolved, ids.auto]

async function errorTextOf(call: Promise<unknown>): Promise<string> {
  const { status, code } = await errorOf(call, ApiError)
  return `${status} ${code}`
}

describe('A user who signs up', () => {
  const email = 'Grace.Hopper@navy.example'

  async function signUp() {
    const { user, accessToken } = await as().auth.signup({ email, password: 'any password', name: 'Grace' })
    return { user, api: as(accessToken) }
  }

  it('gets an account with the given address and name, as the owner of a team', async () => {
    const { user } = await signUp()
    expect(user).toMatchObject({ email: email.toLowerCase(), name: 'Grace', role: 'owner' })
  })

  it('gets a token for later calls, as a user on the free plan without data', async () => {
    const { api } = await signUp()
    expect(await errorTextOf(api.incidents.resolve(open))).toBe('404 INCIDENT_NOT_FOUND')
    expect(await errorTextOf(api.incidents.delete(open))).toBe('404 INCIDENT_NOT_FOUND')
    const upgrade = await errorOf(api.services.resetStats(ids.service), ApiError)
    expect(upgrade).toMatchObject({
      status: 403,
      detail: { code: 'PLAN_UPGRADE_REQUIRED', upgradeUrl: demo.upgradeUrl },
    })
    expect(await errorTextOf(api.monitors.resetStats(ids.monitor))).toBe('403 PLAN_UPGRADE_REQUIRED')
  })

  it('can schedule the deletion with any password', async () => {
    const { api } = await signUp()
    const { deletionScheduledAt } = await api.account.scheduleDeletion({ password: 'any password' })
    expect(Date.parse(deletionScheduledAt) - Date.parse(demoData.asOf)).toBe(30 * 24 * 3_600_000)
  })

  it('is a new user after each sign-up', async () => {
    const [{ user: one }, { user: other }] = [await signUp(), await signUp()]
    expect(one.id).not.toBe(other.id)
  })

  it('cannot log in again, because the mock has no memory', async () => {
    await signUp()
    expect(await errorTextOf(as().auth.login({ email, password: 'any password' }))).toBe('401 INVALID_CREDENTIALS')
  })
})

describe('A demo user', () => {
  it.each([
    ['viewer@acme.example', '403 INSUFFICIENT_SCOPE'],
    ['member@acme.example', '409 INCIDENT_ALREADY_RESOLVED'],
    ['owner@globex.example', '404 INCIDENT_NOT_FOUND'],
  ])('%s logs in and gets a token with the rights of the role', async (email, refusal) => {
    const { user, accessToken } = await as().auth.login({ email, password: demo.password })
    const { id, role, teamId } = demoData.users.find((user) => user.email === email) ?? {}
    expect(user).toMatchObject({ id, email, role, teamId })
    expect(await errorTextOf(as(accessToken).incidents.resolve(resolved))).toBe(refusal)
  })

  it('sees no effect of earlier requests', async () => {
    const { accessToken } = await as().auth.login({ email: 'admin@acme.example', password: demo.password })
    const api = as(accessToken)
    for (let i = 0; i < 2; i++) expect((await api.incidents.resolve(open)).incident.status).toBe('resolved')
    for (let i = 0; i < 2; i++)
      expect(await errorTextOf(api.incidents.resolve(resolved))).toBe('409 INCIDENT_ALREADY_RESOLVED')
    for (let i = 0; i < 2; i++) expect(await errorTextOf(api.incidents.delete(automatic))).toMatch(/^409 AUTO/)
  })
})
