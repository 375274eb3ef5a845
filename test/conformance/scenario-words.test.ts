/** The words of scenarios (accepted, refused for a condition) agree with the model of the document. */
import { expect, test } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'

const silent = { out: () => {}, err: () => {}, isStyled: false }

test('Each scenario says of its calls what the model of the document says', { timeout: 60_000 }, async () => {
  const { url, hookUrl, adminKey, transport, close } = await startImplementation({})
  try {
    const { config } = readConfig([url, '--no-explore'], { MC_HOOK: hookUrl, MC_ADMIN_KEY: adminKey })
    const { result } = await performRun(
      { ...config, checksWords: true, auth: { ...config.auth, ...transport } },
      silent,
    )
    expect(result.checks.filter(({ outcome }) => outcome.profile === 'error')).toEqual([])
  } finally {
    await close()
  }
})
