/** A check that ends early: the model judges the responses until then. */
import { expect, test } from 'vitest'
import { runCheckOnce } from '../../conformance/checks/runner/run-check.ts'
import { logsIn } from '../../conformance/checks/support/calls.ts'
import { code, suite } from '../../conformance/checks/support/scenario.ts'
import type { Check } from '../../conformance/checks/support/suite.ts'
import { createRunContext } from '../../conformance/cli/run-context.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { UnverifiedError } from '../../conformance/records/errors.ts'
import { sharedUser } from '../../conformance/records/recipes.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'

const { checks } = suite('Any', {
  'ANY-01 A log-in shows its user. (4.2a)': code({ someone: sharedUser }, async ({ someone, run }) => {
    await run(logsIn(someone))
    throw new UnverifiedError('something else is missing')
  }),
})

test('the responses of a check that ends early are judged by the model', async () => {
  const fault = faults.find(({ id }) => id === 'login-name-lost')
  const { url, adminKey, transport, close } = await startImplementation({ fault })
  try {
    const { config } = readConfig([url], { MC_ADMIN_KEY: adminKey })
    const { services } = createRunContext({ ...config, auth: { ...config.auth, ...transport } })
    const { record, completion } = await runCheckOnce(services, checks[0] as Check)
    expect(completion.kind).toBe('unverified')
    expect(record.findings).toMatchObject([
      { operation: 'login', subject: 'user.name', basis: 'documented', cites: ['4.2a', '2.1d'] },
    ])
  } finally {
    await close()
  }
})
