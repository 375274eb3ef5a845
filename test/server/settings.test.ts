/** The table of settings is what the server reads, what its help lists, and what docs/operating.md says. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeSettings } from '../../server/help.ts'
import { readSettings } from '../../server/read-settings.ts'
import { secrets } from '../support/process.ts'

const rows = describeSettings()
const variables = rows.map(({ variable }) => variable).filter(Boolean)

it('docs/operating.md lists every setting, with its flag, variable, meaning and default', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const code = (text: string) => text && `\`${text}\``
  const lines = rows.map(({ flag, variable, meaning, fallback }) => {
    const cells = [code(flag), code(variable), meaning, fallback]
    return `| ${cells.join(' | ')} |`
  })
  const [, table = ''] = /\| flag \|[^\n]*\n\|[-|]*\|\n((?:\|[^\n]*\n)+)/.exec(page) ?? []
  expect(table.trimEnd().split('\n')).toEqual(lines)
})

it('The server reads exactly the environment variables of the table', async () => {
  const read = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(secrets, {
    get(target, name: string) {
      read.add(name)
      return target[name]
    },
  })
  await readSettings([], env)
  expect([...read].sort()).toEqual([...variables].sort())
})

it('An empty variable counts as not set, as templates leave it', async () => {
  const empty = Object.fromEntries(variables.map((name) => [name, '']))
  expect(await readSettings([], { ...empty, ...secrets })).toEqual(await readSettings([], secrets))
})

it('Blanks and line ends around a value are ignored, as YAML leaves them, but a secret with them is refused', async () => {
  const env = {
    ...secrets,
    PORT: '3001\n',
    CORS_ORIGIN: '\nhttps://a.example,\nhttps://b.example\n',
    TRUST_PROXY: '10.0.0.0/8\n',
  }
  expect(await readSettings([], env)).toMatchObject({
    port: 3001,
    corsOrigins: ['https://a.example', 'https://b.example'],
  })
  const refused = /^TOKEN_SECRET has quotes around it, or begins or ends with a blank or line end: remove them$/
  await expect(readSettings([], { ...env, TOKEN_SECRET: `${env.TOKEN_SECRET}\n` })).rejects.toThrow(refused)
})

it('A start without any setting names all that are missing, the store among them', async () => {
  const missing =
    /^STORE_URL is not set: .*; UPGRADE_URL must be .*; TOKEN_SECRET is not set, ADMIN_API_KEY is not set: /
  await expect(readSettings([], {})).rejects.toThrow(missing)
  await expect(readSettings(['--port', 'x'], { ...secrets, STORE_URL: '' })).rejects.toThrow(/^PORT .*; STORE_URL/)
  expect(await readSettings(['--store', 'memory:'], { ...secrets, STORE_URL: '' })).toMatchObject({
    storeUrl: 'memory:',
  })
})

it.each(['javascript:alert(1)', 'file:///etc/passwd', '/upgrade'])('UPGRADE_URL is a page: %s', async (url) => {
  await expect(readSettings([], { ...secrets, UPGRADE_URL: url })).rejects.toThrow(/^UPGRADE_URL must be an http/)
})

it('UPGRADE_URL has neither user nor password, and the error repeats neither', async () => {
  for (const url of ['https://canary@x.example/', 'https://u:canary@x.example/', 'https://:canary@x.example/']) {
    const error: Error = await readSettings([], { ...secrets, UPGRADE_URL: url }).catch((error) => error)
    expect(error.message).toMatch(/^UPGRADE_URL must be without user and password: [^\n]+$/)
    expect(error.message).not.toContain('canary@')
  }
})
