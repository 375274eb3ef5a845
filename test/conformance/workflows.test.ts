/** The journeys of the Arazzo file, run by Redocly's own runner. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Reference, startReference } from './reference-server.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let reference: Reference
beforeAll(async () => {
  reference = await startReference()
})
afterAll(() => reference.close())

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function made(state: string, params: object = {}): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(reference.hookUrl, { method: 'POST', headers, body: JSON.stringify({ state, params }) })
  return (await response.json()) as Record<string, string>
}

test('The three journeys succeed against the reference server, without the kit.', async () => {
  const member = await made('writer')
  const incident = async (type: string) => (await made('incident', { teamId: member.teamId, type, resolved: false })).id
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
    adminKey: reference.adminKey,
  }
  const ran = promisify(execFile)(process.execPath, [
    here('../../node_modules/@redocly/cli/bin/cli.js'),
    'respect',
    here('../../conformance/workflows.arazzo.yaml'),
    '--server',
    `monitoring=${reference.url}`,
    '--input',
    JSON.stringify(input),
  ])
  // What a failed step has to tell is in the output.
  const { stdout, stderr } = await ran.catch((error: { stdout: string; stderr: string }) => error)
  expect(stdout + stderr).toMatch(/Workflows: 3 passed, 3 total/)
})
