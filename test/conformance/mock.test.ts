/** The checks against the mock, which keeps nothing: the first call of each, with the demo's callers and objects. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock } from '@monitoring-service/mock'
import { createTokens } from '@monitoring-service/server/tokens'
import { expect, test, vi } from 'vitest'
import { performRun } from '../../conformance/cli/run.ts'
import { readConfig } from '../../conformance/config/config.ts'
import type { FixtureLists } from '../../conformance/fixtures/lists.ts'
import type { Role } from '../../conformance/fixtures/provider.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { password } = demo
const silent = { out: () => {}, err: () => {}, isStyled: false, isLive: false }

/** Checks whose first call needs more than the contract's examples, which are all that the mock knows. */
const beyondExamples = {
  'one address alone is taken in the examples': ['SIGN-05', 'SIGN-45'],
  'an id without an example is answered as the usual one': ['INC-12', 'SERVICE-06', 'MONITOR-06', 'SIGN-46'],
  'the examples of foreign objects are all of one team': ['INC-30', 'SERVICE-30', 'MONITOR-30'],
  'all demo accounts have one password': ['LOGIN-06', 'AUTH-22'],
  'a wrong code without an example is not known to be wrong': ['DEL-05', 'DEL-11', 'DEL-43'],
}

const owners: Record<string, Role> = {
  '01J0000000000000000TEAM001': 'writer',
  '01J0000000000000000TEAM002': 'freeCaller',
}
const ownerOf = (teamId: string): Role => owners[teamId] ?? 'stranger'

async function fixtures(): Promise<FixtureLists> {
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const { incidents, monitors, services, dailyStats } = demoData
  const listed = monitors.map(({ id, teamId }) => ({
    id,
    days: dailyStats.filter(({ monitorId }) => monitorId === id).map(({ date }) => date),
    of: ownerOf(teamId),
  }))
  const oauth = demoData.users.find(({ email }) => email === 'oauth@acme.example')
  const { accessToken } = await tokens.issue(oauth?.id ?? '')
  return {
    writer: { email: 'owner@acme.example', password },
    stranger: { email: 'owner@globex.example', password },
    freeCaller: { email: 'owner@solo.example', password },
    reader: { email: 'viewer@acme.example', password },
    admin: { email: 'admin@acme.example', password },
    member: { email: 'member@acme.example', password },
    leavingReader: { email: 'viewer@acme.example', password },
    ownerWithMember: { email: 'owner@acme.example', password },
    newcomer: { email: 'member@acme.example', password },
    oauthUser: [{ accessToken, teamId: '01J0000000000000000TEAM001', verificationCode: '246810' }],
    incidents: incidents.map(({ id, type, status, serviceId, teamId }) => ({
      id,
      type: type as 'manual' | 'auto',
      resolved: status === 'resolved',
      ...(serviceId && { serviceId }),
      of: ownerOf(teamId),
    })),
    monitors: listed,
    services: services.map(({ id, monitorIds, teamId }) => ({
      id,
      // Checks of services ask for two monitors; some of the demo's have one.
      monitors: [...monitorIds, ...monitorIds]
        .flatMap((one) => listed.filter((monitor) => monitor.id === one))
        .slice(0, 2),
      of: ownerOf(teamId),
    })),
  }
}

test('The mock answers the first call of each check as the contract wants it, at both levels.', async () => {
  const mock = await createMock()
  const { config } = readConfig([mock.url, '--stateless', '--skip', Object.values(beyondExamples).flat().join()], {
    MC_ADMIN_KEY: demo.adminApiKey,
  })
  const { result } = await performRun({ ...config, fixtures: await fixtures() }, silent)
  await mock.close()
  const failed = result.checks.filter(({ outcome }) => !['pass', 'inapplicable'].includes(outcome.profile))
  expect(failed.map(({ id, findings, reason, steps }) => ({ id, reason, findings, at: steps.at(-1)?.curl }))).toEqual(
    [],
  )
  const judged = result.checks.filter(({ outcome }) => outcome.profile === 'pass')
  expect(judged.length).toBeGreaterThan(100)
})
