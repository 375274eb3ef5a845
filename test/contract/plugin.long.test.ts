/** Redocly loads the contract's rules on every Node, also on one that cannot import TypeScript, and has the rules of redocly.yaml. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readContract } from '../../contract/openapi/files.ts'
import { nodes } from '../runtimes/index.ts'
import { it } from '../support/folder-test.ts'
import { post, shared } from './lint/at.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

function lint(program: string, ...args: string[]) {
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  return promisify(execFile)(program, [redocly, 'lint', ...args], { cwd: root, env })
}

describe.each(nodes)('on $name', ({ program }) => {
  test.skipIf(!program)(
    'openapi.yaml obeys them, and they refuse another file',
    async () => {
      const { stderr } = await lint(String(program), 'openapi.yaml')
      expect(stderr).toContain('Your API description is valid')
      const error = await lint(String(program), 'contract/released.json').catch((reason) => reason)
      expect(error.stdout).toContain('the rules of this plugin apply to openapi.yaml only')
    },
    30_000,
  )
})

it('Redocly refuses a missing header, a missing error and a schema with the name Error', async ({ folder }) => {
  const document = readContract()
  const login = post(document, '/auth/login').responses
  const removed = ['X-Request-Id', 'WWW-Authenticate', 'Cache-Control', 'Allow', 'Retry-After']
  const responses = [
    login[200],
    login[401],
    ...['PayloadTooLarge', 'MethodNotAllowed', 'Unavailable'].map((name) => shared(document, name)),
  ]
  for (const [index, { headers }] of responses.entries()) delete headers[String(removed[index])]
  delete login[503]
  Object.assign(document.components.schemas, { Error: { type: 'object' } })
  const file = folder.at('broken.json')
  await writeFile(file, JSON.stringify(document))
  const { stdout } = await lint(process.execPath, file, '--config', 'redocly.yaml', '--format', 'json').catch(
    (error) => error,
  )
  const problems: { ruleId: string; message: string }[] = JSON.parse(stdout).problems
  const found = new Set(problems.map(({ ruleId, message }) => `${ruleId} ${/"(.+)"/.exec(message)?.[1] ?? ''}`))
  const headers = removed.map((name) => `response-contains-header ${name}`)
  const rules = ['rule/errors-of-every-operation ', 'rule/no-schema-error ']
  expect([...headers, ...rules].filter((expected) => !found.has(expected))).toEqual([])
})
