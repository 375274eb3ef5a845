/** The first request of each check against the stateless mock, with the demo data as fixtures. */
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock } from '@monitoring-service/mock'
import { createTokens } from '@monitoring-service/server/tokens'
import { expect, test, vi } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import type { RecordLists } from '../../conformance/records/lists.ts'
import { silent } from './kit-harness.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { password } = demo

/** Checks whose first request has no example in the contract. */
const beyondExamples = {
  'the examples have one registered e-mail': ['SIGN-05', 'SIGN-09'],
  'an id without an example has the default response': ['INC-12', 'SERVICE-06', 'MONITOR-06'],
  "the examples of other teams' records are all of one team": ['INC-30', 'SERVICE-30', 'MONITOR-30'],
  'the given user is in the team of the user without a password': ['DEL-46'],
  'only the code of an example is rejected': ['DEL-05', 'DEL-11', 'DEL-43'],
}

async function fixtures(): Promise<RecordLists> {
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const { teams, users, incidents, monitors, services, dailyStats } = demoData
  const accounts = ['owner', 'admin', 'member', 'viewer'].flatMap((name) =>
    users.filter(({ email }) => ['acme', 'globex', 'solo'].some((team) => email === `${name}@${team}.example`)),
  )
  const oauth = users.find(({ email }) => email === 'oauth@acme.example')
  const { accessToken } = await tokens.issue(oauth?.id ?? '')
  return {
    teams,
    accounts: [
      ...accounts.map(({ email, teamId, role }) => {
        const scope = role === 'viewer' ? 'read' : 'write'
        return { email, password, teamId, role, scope, owner: role === 'owner' }
      }),
      { teamId: oauth?.teamId ?? '', owner: true, password: null, accessToken, verificationCode: '246810' },
    ],
    givenUser: { email: 'member@acme.example', password },
    incidents,
    monitors: monitors.map((monitor) => ({
      ...monitor,
      days: dailyStats.filter(({ monitorId }) => monitorId === monitor.id).map(({ date }) => date),
    })),
    // Checks of services ask for two monitors; some of the demo's have one.
    services: services.map((one) => ({ ...one, monitorIds: [...one.monitorIds, ...one.monitorIds].slice(0, 2) })),
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
