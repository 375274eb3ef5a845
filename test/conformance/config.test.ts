/** The configuration: flags, environment variables and the configuration file. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { settings, variableOf } from '../../conformance/cli/settings/settings.ts'
import { UsageError } from '../../conformance/client/usage-error.ts'
import schema from '../../conformance/config.schema.json' with { type: 'json' }
import { createLists } from '../../conformance/records/lists.ts'
import { threeDays } from '../../conformance/records/recipes.ts'
import { makeFolder } from '../support/folder.ts'

const page = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url))
const folder = await makeFolder()
afterAll(folder.remove)

async function file(text: string): Promise<string> {
  const path = folder.at(`${Math.random()}.yaml`)
  await writeFile(path, text)
  return path
}

const url = 'https://their.example/base'

describe('a setting', () => {
  test('is read from the flag, then the environment, then the file, then the default', async () => {
    const config = await file('timeout: 1\njobs: 1\npatience: 1\n')
    const env = { MC_TIMEOUT: '2', MC_JOBS: '2' }
    const read = readConfig([url, '--config', config, '--timeout', '3'], env).config
    expect(read).toMatchObject({ timeout: 3, jobs: 2, patience: 1, rounds: 3, level: 'sound' })
  })

  test('is not set by an empty environment variable', () => {
    const { config } = readConfig([url], {
      MC_LEVEL: '',
      MC_HOOK: '',
      MC_ADMIN_KEY: '',
      MC_CONFIG: '',
      MC_FIXTURES: '',
    })
    expect(config).toEqual(readConfig([url], {}).config)
  })

  for (const { flag, path, kind } of settings) {
    test(`${flag} has a flag, an environment variable and a key in the file`, () => {
      const texts = {
        text: 'a {unique} {random} {token} {key} b',
        number: '2',
        duration: '2m',
        switch: 'true',
        list: flag === 'without' ? 'oauthUser' : 'INC, LOGIN',
        headers: 'X-A: b: c',
      }
      const words: { [flag: string]: string } = { level: 'profile', 'fail-on': 'warn' }
      const text = words[flag] ?? (flag === 'hook' ? url : /-header$/.test(flag) ? 'X-A' : texts[kind])
      const list = flag === 'without' ? ['oauthUser'] : ['INC', 'LOGIN']
      const value = { text, number: 2, duration: 120, switch: true, list, headers: { 'X-A': 'b: c' } }[kind]
      const hook = flag === 'hook-secret' ? ['--hook', url] : []
      const at = (tree: object) => path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], tree)
      expect(at(readConfig([url, ...hook, kind === 'switch' ? `--${flag}` : `--${flag}=${text}`], {}).config)).toEqual(
        value,
      )
      expect(at(readConfig([url, ...hook], { [variableOf({ flag })]: text }).config)).toEqual(value)
    })
  }

  test('that is a list may be given several times', () => {
    expect(readConfig([url, '--only', 'INC', '--only', 'LOGIN,SIGN'], {}).config.only).toEqual(['INC', 'LOGIN', 'SIGN'])
  })

  test('that is a time may have a unit in the file, too', async () => {
    expect(readConfig([url, '--config', await file('explore: 2m\n')], {}).config.explore).toBe(120)
  })

  test('may refer to environment variables in the file', async () => {
    const config = await file(`auth: { adminKey: "\${THE_KEY}" }\n`)
    expect(readConfig([url, '--config', config], { THE_KEY: 'key-of-keys' }).config.auth.adminKey).toBe('key-of-keys')
    expect(() => readConfig([url, '--config', config], {})).toThrow(/THE_KEY.*not set/)
  })
})

describe('the configuration', () => {
  test('accepts a base address with a path and removes its trailing slash', () => {
    expect(readConfig([`${url}/`], {}).config.target.url).toBe(url)
    expect(readConfig([], { MC_TARGET: url }).config.target.url).toBe(url)
  })

  test.each(['', 'fixtures: '])('reads fixtures from a separate file, which may begin with "%s"', async (key) => {
    const path = await file(`${key}{ incidents: [{ id: one, teamId: a, type: manual }] }\n`)
    expect(readConfig([url, '--fixtures', path], {}).config.fixtures.incidents).toEqual([
      { id: 'one', teamId: 'a', type: 'manual' },
    ])
  })

  /** FILE is a file with the text. */
  test.each<[mistake: string, flags: string, message: RegExp, text?: string]>([
    ['an unknown flag', '--nonsense', /^Unknown option '--nonsense'$/],
    ['an unknown key', '--config FILE', /\.yaml: has an unknown key "tokn"$/, 'tokn: 1'],
    ['an unknown level', '--level strict', /^--level is documented or sound or profile, not "strict"$/],
    ['no time', '--config FILE', /\.yaml: explore takes a time, such as 90 or 2m, not soon$/, 'explore: soon'],
    ['a list as a time', '--config FILE', /\.yaml: explore must be number,string, not \["2m"\]$/, 'explore: [2m]'],
    [
      'two addresses',
      'https://a.b https://c.d',
      /^give one base address; these are 2: https:\/\/a\.b, https:\/\/c\.d$/,
    ],
    ['text for a number', '--timeout soon', /^--timeout takes a number, not soon$/],
    ['a negative number', '--timeout=-1', /^--timeout must be > 0, not -1$/],
    ['a value that begins with a dash', '--admin-key -x', /use '--admin-key=-XYZ'/],
    ['zero jobs', '--jobs 0', /^--jobs must be >= 1, not 0$/],
    ['a fraction of jobs', '--jobs 1.5', /^--jobs must be integer, not 1\.5$/],
    ['a missing file', '--config no.yaml', /^no\.yaml cannot be read: there is no such file$/],
    ['a file that is not YAML', '--config FILE', /cannot be read/, 'a: [b'],
    ['an e-mail without {unique}', '--signup-email me@b.example', /^--signup-email needs \{unique\} in it, not/],
    ['a token value without {token}', '--token-value Bearer', /^--token-value needs \{token\} in it, not "Bearer"$/],
    ['an admin value with {token}', '--admin-value {token}', /^--admin-value needs \{key\} in it/],
    ['an invalid header name', '--admin-header a/b', /^--admin-header is the name of a header, not "a\/b"$/],
    ['a header without a value', '--header X-A', /^--header takes 'NAME: VALUE'$/],
    [
      'a header of a credential',
      '--header authorization:x',
      /^--header has authorization, which carries a credential$/,
    ],
    ['an admin API key with a line end', '--admin-key key\n', /^--admin-key has a line end or another character/],
    ['an unknown role', '--without nobody', /^--without is [^"]*, not "nobody"$/],
    [
      'an invalid day',
      '--fixtures FILE',
      /\.yaml: fixtures\.monitors\.0\.days\.0 is a day, as 2024-02-29, not "soon"$/,
      'monitors: [{ id: a, teamId: a, days: [soon] }]',
    ],
    [
      'a verification code that YAML reads as a number',
      '--fixtures FILE',
      /\.yaml: fixtures\.accounts\.0\.verificationCode must be string, not 60945: put it in quotes$/,
      'accounts: [{ teamId: a, verificationCode: 060945 }]',
    ],
    ...['?x=1', ':99999', '@their.example', '#x'].map((end): [string, string, RegExp] => [
      `the base address ${end}`,
      `https://ann${end}`,
      /^the base address is an address, as [^@]*$/,
    ]),
    ['a hook of another protocol', '--hook ftp://their.example', /^--hook is an address, as/],
    ['a base address without a host', 'https://', /^the base address is an address, as/],
  ])('rejects %s with a message of one line', async (_, flags, message, text = '') => {
    const args = flags.replace('FILE', await file(text)).split(' ')
    const read = () => readConfig([...(flags.startsWith('https:') ? [] : [url]), ...args], {})
    expect(read).toThrow(UsageError)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/\n/)
  })

  test('names the invalid environment variable, and warns about an unknown one', () => {
    expect(() => readConfig([url], { MC_TIMEOUT: 'x' })).toThrow(/^MC_TIMEOUT takes a number, not x$/)
    expect(() => readConfig([url], { MC_JSON: 'yes' })).toThrow(/^MC_JSON is true or false, not yes$/)
    expect(() => readConfig([], { MC_TARGET: 'their.host:80' })).toThrow(/^MC_TARGET is an address/)
    expect(readConfig([url], { MC_ADMIN_KY: 'x', MC_JOBS: '2' }).notes).toEqual([
      'MC_ADMIN_KY is not a setting, and is ignored; --help lists the settings',
    ])
  })

  test('in the README is valid, and its fixtures satisfy the checks', async () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(await readFile(page, 'utf8')) ?? []
    const env = { ADMIN_KEY: 'a-key', KIT_PASSWORD: 'a-password', OAUTH_TOKEN: 'a-token', GATEWAY_KEY: 'another-key' }
    const { fixtures, target } = readConfig(['--config', await file(example)], env).config
    expect(target.headers).toEqual({ 'X-Gateway-Key': 'another-key' })
    const { hook: _, ...lists } = fixtures
    const source = createLists(lists, false)
    for (const role of ['writer', 'oauthUser'] as const) expect(await source.account?.(role, false)).toBeDefined()
    const { teamId } = lists.accounts?.[0] ?? {}
    expect(await source.make('monitor', { teamId, days: threeDays })).toBeDefined()
    expect(await source.service?.(teamId, [threeDays, threeDays])).toBeDefined()
  })

  test('has a schema that describes every key', () => {
    const isDescribed = (property: object): boolean =>
      'description' in property ||
      '$ref' in property ||
      ('properties' in property && Object.values(property.properties as object).every(isDescribed))
    const entries = Object.entries(schema.properties)
    expect(entries.filter(([, property]) => !isDescribed(property)).map(([name]) => name)).toEqual([])
  })
})
