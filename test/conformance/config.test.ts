/** How flags, environment and file become one configuration. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import schema from '../../conformance/config.schema.json' with { type: 'json' }
import { readConfig, UsageError } from '../../conformance/config.ts'
import { settings, variableOf } from '../../conformance/settings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.yaml`)
  await writeFile(path, text)
  return path
}

const url = 'https://their.example/base'

describe('A setting', () => {
  test('comes from the flag, else from the environment, else from the file, else it is the usual one.', async () => {
    const config = await file('timeout: 1\njobs: 1\npatience: 1\n')
    const env = { MC_TIMEOUT: '2', MC_JOBS: '2' }
    const read = readConfig([url, '--config', config, '--timeout', '3'], env).config
    expect(read).toMatchObject({ timeout: 3, jobs: 2, patience: 1, rounds: 3, level: 'documented' })
  })

  for (const { flag, path, kind } of settings) {
    test(`${flag} has a flag, a variable and a place in the file that the schema knows.`, () => {
      const texts = {
        text: 'a {unique} {random} {token} b',
        number: '2',
        switch: 'true',
        list: flag === 'without' ? 'oauthUser' : 'INC, LOGIN',
      }
      const text =
        flag === 'level'
          ? 'profile'
          : flag === 'through'
            ? 'sdk'
            : flag === 'hook'
              ? url
              : flag.endsWith('header')
                ? 'X-A'
                : texts[kind]
      const list = flag === 'without' ? ['oauthUser'] : ['INC', 'LOGIN']
      const value = { text, number: 2, switch: true, list }[kind]
      const hook = flag === 'hook-secret' ? ['--hook', url] : []
      const at = (tree: object) => path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], tree)
      expect(at(readConfig([url, ...hook, kind === 'switch' ? `--${flag}` : `--${flag}=${text}`], {}).config)).toEqual(
        value,
      )
      expect(at(readConfig([url, ...hook], { [variableOf({ flag })]: text }).config)).toEqual(value)
    })
  }

  test('may speak of environment variables in the file.', async () => {
    const config = await file(`auth: { adminKey: "\${THE_KEY}" }\n`)
    expect(readConfig([url, '--config', config], { THE_KEY: 'key-of-keys' }).config.auth.adminKey).toBe('key-of-keys')
    expect(() => readConfig([url, '--config', config], {})).toThrow(/THE_KEY.*not set/)
  })
})

describe('The configuration', () => {
  test('takes the base address with a path, and without its last slash.', () => {
    expect(readConfig([`${url}/`], {}).config.target.url).toBe(url)
    expect(readConfig([], { MC_TARGET: url }).config.target.url).toBe(url)
  })

  test('takes fixtures from a file of their own.', async () => {
    const fixtures = await file('incidents: [{ id: one, type: manual }]\n')
    expect(readConfig([url, '--fixtures', fixtures], {}).config.fixtures.incidents).toEqual([
      { id: 'one', type: 'manual' },
    ])
  })

  const mistakes: [
    what: string,
    args: (file: (text: string) => Promise<string>) => Promise<string[]>,
    message: RegExp,
  ][] = [
    ['an unknown flag', async () => ['--nonsense'], /nonsense/],
    ['an unknown key', async (file) => ['--config', await file('tokn: 1')], /tokn/],
    ['a level that there is not', async () => ['--level', 'strict'], /level.*documented or profile/],
    ['text for a number', async () => ['--timeout', 'soon'], /--timeout takes a number, not soon/],
    ['no jobs at all', async () => ['--jobs', '0'], /jobs/],
    ['a file that is not there', async () => ['--config', 'nowhere.yaml'], /nowhere\.yaml cannot be read/],
    ['a file that is no YAML', async (file) => ['--config', await file('a: [b')], /cannot be read/],
    ['e-mails that would all be the same', async () => ['--signup-email', 'me@example.com'], /signup\.email/],
  ]
  for (const [what, args, message] of mistakes) {
    test(`refuses ${what}, in one line.`, async () => {
      const given = await args(file)
      expect(() => readConfig([url, ...given], {})).toThrow(UsageError)
      expect(() => readConfig([url, ...given], {})).toThrow(message)
      expect(() => readConfig([url, ...given], {})).not.toThrow(/\n/)
    })
  }

  test('has a schema that names every key with a reason or a type.', () => {
    for (const property of Object.values(schema.properties)) expect(Object.keys(property).length).toBeGreaterThan(0)
  })
})
