/** Help, output and exit codes of the operator commands. */
import { readdir, writeFile } from 'node:fs/promises'
import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { demoDataFile } from '@monitoring-service/contract/files'
import { describe, expect } from 'vitest'
import { it } from '../../support/folder-test.ts'
import { launch } from '../../support/launch.ts'
import { run, secrets } from '../../support/process.ts'
import { runLine } from './operator.ts'

/** Every command with its own flags. */
const commands = {
  'set-plan': ['team'],
  'add-member': ['team', 'email', 'role', 'name', 'password-stdin'],
  'add-oauth-user': ['email', 'team', 'role', 'name'],
  'set-password': ['email', 'password-stdin'],
  'remove-user': ['email'],
  'issue-code': ['email'],
  'sign-up': [],
  'end-sessions': ['email', 'all'],
  list: ['team'],
  show: [],
  counts: [],
  purge: ['max'],
  migrate: [],
  load: [],
  backup: [],
  restore: [],
  drill: [],
}

describe('The command line', () => {
  it('a usage error ends with exit code 2, and a failure with 1', async () => {
    const wrong = await run(['counts', '--bogus'])
    expect(wrong).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^[^\n]* '--bogus'[^\n]*\n$/) })
    const failed = await run(['counts', '--store', 'redis://user:secret@x'])
    expect(failed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]*"redis"\n$/) })
  })

  it('--store takes precedence over STORE_URL, and no secret is needed', async ({ folder: { at } }) => {
    const line = `migrate up --json --store sqlite:${at('x.db')}`
    const { code, stdout, stderr } = await runLine(line, { env: { STORE_URL: 'no' } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ versions: expect.arrayContaining(['0001']) })
  })

  it.for(['file:', 'sqlite:'])(
    'a command that reads records does not create a %s store',
    async (kind, { folder: { at, path } }) => {
      const stderr = expect.stringMatching(/^\S+typo does not exist; [^\n]+\n$/)
      expect(await runLine(`counts --store ${kind}${at('typo')}`)).toEqual({ code: 1, stdout: '', stderr })
      expect(await readdir(path)).toEqual([])
    },
  )

  it('a closed stdout ends with exit code 1 and one line that says that the command was done', async ({
    folder: { at },
  }) => {
    const { child, ended } = launch('server/main.ts', ['migrate', 'up'], { STORE_URL: `sqlite:${at('data.db')}` })
    child.stdout.destroy()
    const { code, stderr } = await ended
    const done = 'the command was done: do not repeat it; but its output could not be written: write EPIPE\n'
    expect({ code, stderr }).toEqual({ code: 1, stderr: done })
  })

  it('the help of the server has its flags and variables, and lists every command with a summary', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const name of ['--port', '--store', '--data', '--demo', ...Object.keys(secrets)])
      expect(stdout).toContain(name)
    for (const name of Object.keys(commands)) expect(stdout).toMatch(new RegExp(`^  ${name} .*  \\w+`, 'm'))
    expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([])
  })
})

it.each(Object.entries(commands))('%s --help describes every flag, and its example is valid', async (name, flags) => {
  const { code, stdout, stderr } = await runLine(`${name} --bogus --help`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const described = [...stdout.matchAll(/^ {2}--([\w-]+) .* {2}\S/gm)].map(([, flag]) => flag)
  expect(described.sort()).toEqual([...flags, 'store', 'json', 'help'].sort())
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([])
  const example = /npm run -s server -- (.*)\n$/.exec(stdout)?.[1]?.replace(/"[^"]*"/, 'words')
  expect(example).toContain(name)
  // Only the store is missing. A drill needs none.
  expect(/STORE_URL set|; STORE_URL$/m.test(stdout)).toBe(name !== 'drill')
  if (name !== 'drill') expect((await runLine(String(example))).stderr).toMatch(/ needs a store/)
})

it('prints text for people, one object with --json, and progress to a terminal only', async ({ folder: { at } }) => {
  const env = { STORE_URL: `file:${at('data.json')}` }
  await writeFile(at('empty.json'), '{}')
  const loaded = await runLine(`load ${at('empty.json')}`, { env })
  expect(loaded).toEqual({ code: 0, stdout: 'loaded 0 records\n', stderr: '' })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  const { code, stdout } = await runLine(`load ${demoDataFile} --json`, { env, stderr })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{"records":\d+,"ids":\[\]\}\n$/) })
  expect(await text(stderr.end())).toBe(`loading ${demoDataFile} …\n`)
})

it('if the output cannot be written, one line says whether the command was done, and what to do', async ({
  folder,
}) => {
  const env = { STORE_URL: `sqlite:${folder.at('data.db')}` }
  await runLine(`load ${demoDataFile}`, { env })
  const why = 'could not be written: no space'
  const done = `the command was done: do not repeat it; but its output ${why}\n`
  const repeatable = `the command was done, and may be repeated; but its output ${why}\n`
  const member = 'add-member --team 01J0000000000000000TEAM001 --role viewer --email new@acme.example'
  const lines: [string, string][] = [
    ['set-plan pro --team 01J0000000000000000TEAM001', done],
    [`backup ${folder.at('backup.json')}`, done],
    [member, `the command was done: do not repeat it, but set-password for another password; its output ${why}\n`],
    ['set-password --email new@acme.example', repeatable],
    ['issue-code --email oauth@acme.example', repeatable],
    ...['counts', 'list teams', 'show users new@acme.example', 'migrate status', 'sign-up status'].map(
      (line): [string, string] => [line, `the output ${why}\n`],
    ),
    [`drill ${folder.at('backup.json')}`, `the output ${why}\n`],
  ]
  for (const [line, stderr] of lines) {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space')) })
    stdout.on('error', () => {})
    expect(await runLine(line, { env, stdout }), line).toEqual({ code: 1, stdout: '', stderr })
  }
})
