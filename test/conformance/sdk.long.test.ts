/** The same checks through the SDK: its results and errors equal the responses over HTTP. */
import { expect, test } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { createHarness, silent } from './kit-harness.ts'
import { throughSdk } from './sdk-driver.ts'

const kit = createHarness()

test('through the SDK the reference server conforms as it does over HTTP, at all levels', async () => {
  const { url, hookUrl, adminKey } = kit.reference
  let plain = 0
  const { config } = readConfig([url, '--explore', '1'], { MC_HOOK: hookUrl, MC_ADMIN_KEY: adminKey })
  const { result } = await performRun(config, silent, (request, timeout) => {
    plain += 1
    return throughSdk(request, timeout)
  })
  const odd = result.checks.filter(({ outcome }) => outcome.profile !== 'pass')
  // No operation changes what a service has, nor does the server's hook.
  const unchanging = { id: 'SERVICE-25', findings: [], reason: 'no list changes monitorIds of service; a hook can' }
  expect(odd.map(({ id, findings, reason }) => ({ id, findings, reason }))).toEqual([unchanging])
  expect(result.verdict).toEqual({ documented: 'conformant', sound: 'conformant', profile: 'conformant' })
  expect(plain).toBeGreaterThan(500)
})
