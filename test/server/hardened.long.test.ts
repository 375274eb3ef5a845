/** The server works with the flags by which hardened installations limit Node. */
import { stat } from 'node:fs/promises'
import { expect } from 'vitest'
import { it } from '../support/folder-test.ts'
import { run, secrets, start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

const noCode = '--disallow-code-generation-from-strings'
const permission = '--permission --allow-fs-read=* --allow-fs-write=* --allow-worker'

it.for([
  ['sqlite', `${noCode} --disable-proto=throw --no-addons`],
  ['sqlite', permission],
  ['file', permission],
])(
  'On %s with %s, accounts are stored, invalid requests are explained, and commands run',
  { timeout: 180_000 },
  async (row, { folder }) => {
    const [kind, NODE_OPTIONS = ''] = row
    const [path, backup] = [folder.at('store'), folder.at('backup.json')]
    const env = { ...secrets, NODE_OPTIONS, STORE_URL: `${kind}:${path}` }
    const server = await start(['--port', '0'], env)
    const send = (url: string, body: object) => transmit(server.url, 'POST', url, {}, body)
    const body = { email: 'ada@new.example', password: 'an-uncommon-password' }
    expect((await send('/auth/signup', body)).statusLine).toBe('201')
    expect((await send('/auth/login', body)).statusLine).toBe('200')
    const invalid = await send('/auth/signup', { ...body, email: 7 })
    expect([invalid.statusLine, invalid.body.error?.message]).toEqual([
      '400 VALIDATION_ERROR',
      expect.stringMatching(/^body\.email /),
    ])
    expect((await server.stop()).code).toBe(0)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await run(['backup', backup], env)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wrote \d/) })
  },
)
