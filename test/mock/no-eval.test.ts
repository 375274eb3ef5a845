/** For our own contract nothing is compiled at run time, so that a page may forbid it, as most strict policies do. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = `
  import { createHandlers } from '@monitoring-service/mock/msw'
  import { getResponse } from 'msw'
  const said = []
  try { new Function('') } catch (error) { said.push(error.name) }
  const handlers = createHandlers({ baseUrl: 'https://api.example' })
  for (const password of ['correct-horse-battery', 42]) {
    const body = JSON.stringify({ email: 'owner@acme.example', password })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('https://api.example/auth/login', { method: 'POST', headers, body })
    said.push((await getResponse(handlers, request)).status)
  }
  console.log(said.join(' '))
`

it('The handlers for MSW answer and refuse where code must not be made of text', async () => {
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program]
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd })
  expect(stdout).toBe('EvalError 200 400\n')
})
