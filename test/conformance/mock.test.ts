/** The first request of each check against the stateless mock, with the demo data as fixtures. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock } from '@monitoring-service/mock'
import { createTokens } from '@monitoring-service/server/tokens'
import { expect, test, vi } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import type { FixtureLists } from '../../conformance/records/lists.ts'
import type { Role } from '../../conformance/records/provider.ts'
import { silent } from './kit-harness.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { password } = demo

/** Checks whose first request has no example in the contract. */
const beyondExamples = {
  'the examples have one registered e-mail': ['SIGN-05', 'SIGN-09'],
  'an id without an example has the default response': ['INC-12', 'SERVICE-06', 'MONITOR-06'],
  "the examples of other teams' records are all of one team": ['INC-30', 'SERVICE-30', 'MONITOR-30'],
  'all demo accounts have the same password': ['LOGIN-06', 'AUTH-22'],
  'only the code of an example is rejected': ['DEL-05', 'DEL-11', 'DEL-43'],
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

test('the mock responds to the first request of each check as the contract requires', async () => {
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
