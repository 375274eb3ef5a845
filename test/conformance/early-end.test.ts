/** A check that ends early: the model judges the responses until then. */
import { expect, test } from 'vitest'
import { runCheckOnce } from '../../conformance/checks/runner/run-check.ts'
import { code, suite } from '../../conformance/checks/support/scenario.ts'
import type { Check } from '../../conformance/checks/support/suite.ts'
import { createRunContext } from '../../conformance/cli/run-context.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { UnverifiedError } from '../../conformance/records/errors.ts'
import { sharedUser } from '../../conformance/records/recipes.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'

const { checks } = suite('Any', {
  'ANY-01 A wrong password is refused. (4.2c)': code(
    { someone: sharedUser },
    async ({ someone: { email, password }, visitor }) => {
      await visitor.logIn({ email, password: password.toUpperCase() })
      throw new UnverifiedError('something else is missing')
    },
  ),
})

test('the responses of a check that ends early are judged by the model', async () => {
  const fault = faults.find(({ id }) => id === 'login-password-any-case')
  const { url, adminKey, transport, close } = await startImplementation({ fault })
  try {
    const { config } = readConfig([url], { MC_ADMIN_KEY: adminKey })
    const { services } = createRunContext({ ...config, auth: { ...config.auth, ...transport } })
    const { record, completion } = await runCheckOnce(services, checks[0] as Check)
    expect(completion.kind).toBe('unverified')
    expect(record.findings).toMatchObject([{ operation: 'login', basis: 'documented', cites: ['4.2c'] }])
  } finally {
    await close()
  }
})
