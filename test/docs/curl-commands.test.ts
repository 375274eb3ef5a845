/** The curl commands that the reference shows for each scenario return the scenario's outcome. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { contract, demo } from '@monitoring-service/contract'
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { showScenarios } from '../../server/site/reference/scenarios.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0
const run = promisify(execFile)
let mock: Awaited<ReturnType<typeof createMock>>
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

// An OAuth user cannot log in, so the command has a placeholder for the token.
const shown = showScenarios(demo.adminApiKey).filter(({ samples }) => !samples.curl.includes('the access token of '))

it.skipIf(!hasCurl).each(Object.keys(contract.operations))('%s', { timeout: 60_000 }, async (operationId) => {
  const own = shown.filter(({ id }) => id.startsWith(`${operationId}.`))
  let previous = ''
  const lines = own.map(({ samples }) => {
    const curl = samples.curl.replaceAll(/http:\/\/localhost:\d+/g, mock.url)
    // The shell still has the token of the same log-in.
    const logIn = curl.slice(0, curl.lastIndexOf('\ncurl ') + 1)
    const line = logIn === previous ? curl.slice(logIn.length) : curl
    previous = logIn || previous
    return `${line}\nprintf '\\0'`
  })
  const { stdout } = await run('sh', ['-c', lines.join('\n')])
  const outcomes = stdout
    .split('\0')
    .slice(0, -1)
    .map((output) => {
      const [head = '', body = ''] = output.slice(output.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
      return [Number(head.split(' ')[1]), body ? JSON.parse(body).error?.code : undefined]
    })
  expect(own.map(({ name }, index) => [name, ...(outcomes[index] ?? [])])).toEqual(
    own.map(({ name, status, code }) => [name, status, code]),
  )
})
