/** The workflows of the Arazzo file, run by Redocly's own runner. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createHarness } from './kit-harness.ts'

const kit = createHarness()

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

test('the three workflows succeed against the reference server', async () => {
  const member = await kit.makeAccount()
  const incident = async (type: string) =>
    (await kit.make('incident', { teamId: member.teamId, type, status: 'open' })).id
  const input = {
    email: 'ada@journey.example',
    password: 'An-uncommon-password-1',
    memberEmail: member.email,
    memberPassword: member.password,
    openIncident: await incident('manual'),
    manualIncident: await incident('manual'),
    autoIncident: await incident('auto'),
    leaverEmail: 'lea@journey.example',
    leaverPassword: 'An-uncommon-password-2',
    adminKey: kit.reference.adminKey,
  }
  const run = promisify(execFile)(process.execPath, [
    here('../../node_modules/@redocly/cli/bin/cli.js'),
    'respect',
    here('../../examples/arazzo/workflows.arazzo.yaml'),
    '--server',
    `monitoring=${kit.reference.url}`,
    '--input',
    JSON.stringify(input),
  ])
  // The output explains a failed step.
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  expect(stdout + stderr).toMatch(/Workflows: 3 passed, 3 total/)
})
