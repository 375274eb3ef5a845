/** The command line of the operator commands: usage errors, help and output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { demoDataFile } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'
import type { Io } from '../../server/commands/add-command.ts'
import { runOperatorCommand } from '../../server/commands/run.ts'
import { inFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'

/** Every command with its own flags. */
const commands = {
  'add-monitor': ['team', 'id'],
  'add-service': ['team', 'monitor'],
  'add-incident': ['team', 'type', 'status', 'title', 'cause', 'monitor', 'service', 'started-at'],
  'add-stats': ['monitor', 'date', 'from', 'to'],
  'set-plan': ['team'],
  'add-member': ['team', 'email', 'role', 'name', 'password-stdin'],
  'add-oauth-user': ['email', 'team', 'role', 'name'],
  'issue-code': ['email'],
  counts: [],
  purge: ['max'],
  migrate: [],
  load: [],
  backup: [],
  restore: [],
  drill: [],
}

/** Runs a command in this process. */
async function runLine(line: string, { stdin = '', ...io }: { stdin?: string | Buffer; env?: NodeJS.ProcessEnv } = {}) {
  return runWith({ stdin: Readable.from([Buffer.from(stdin)]), ...io }, line)
}

async function runWith(given: Partial<Io>, line: string) {
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: false })]
  const io: Io = { env: {}, stdin: Readable.from([]), exitCode: 0, stderr, ...given, stdout }
  await runOperatorCommand(line.split(' '), io)
  const [output, errors] = await Promise.all([text(stdout.end()), text(stderr.end())])
  return { code: io.exitCode, stdout: output, stderr: errors }
}

describe('A usage error is reported in one line, ends with exit code 2 and opens no store:', () => {
  const member = 'add-member --team t --role member'
  const mistakes: [line: string, message: RegExp][] = [
    ['lod data.json', /no command "lod"; there are .*\bload\b.*\brestore\b/],
    ['constructor', /no command "constructor"/],
    ['help', /no command "help"/],
    ['counts --bogus', /unknown option '--bogus'; counts takes --store, --json, --help/],
    ['counts -x', /unknown option '-x'; counts takes/],
    ['counts -h', /unknown option '-h'; counts takes/],
    ['counts x', /counts does not take "x"/],
    ['load', /missing required argument 'FILE'/],
    ['load a.json b.json', /load does not take "b.json"/],
    ['set-plan --team t', /missing required argument 'PLAN'/],
    ['set-plan gold --team t', /'gold' is invalid for argument 'PLAN'. Allowed choices are free, pro, enterprise/],
    ['set-plan pro', /required option '--team <ID>'/],
    ['add-monitor', /required option '--team <ID>'/],
    ['add-monitor --team', /option '--team <ID>' argument missing/],
    ['add-monitor --team --json', /--team needs a value; .* --team=-…/],
    ['add-monitor --team=', /'--team <ID>' argument '' is invalid. It must not be empty/],
    ['add-monitor --team a --team b', /--team is there twice/],
    ['add-monitor --team a --team=b', /--team is there twice/],
    ['counts --json --json', /--json is there twice/],
    ['add-monitor --team a --json=yes', /--json takes no value/],
    ['add-service --team t --monitor m --monitor m', /--monitor "m" is there twice/],
    ['add-service --team t --monitor m n', /add-service does not take "n"/],
    ['add-incident --team t --type odd', /'--type <TYPE>' argument 'odd' is invalid. Allowed choices are manual, auto/],
    ['add-incident --team t --status closed', /argument 'closed' is invalid. Allowed choices are open, resolved/],
    ['add-incident --team t --started-at yesterday', /'--started-at .*It must be a time with its zone/],
    ['add-incident --team t --started-at 2025-06-15T12:00:00', /'--started-at .*It must be a time with its zone/],
    ['add-incident --team t --started-at 2025-02-30T12:00:00Z', /'--started-at .*It must be a time with its zone/],
    ['add-incident --team t --started-at 2025-06-15T25:00:00Z', /'--started-at .*It must be a time with its zone/],
    ['add-incident --team t --started-at 9025-06-15T12:00:00Z', /--started-at must not be in the future/],
    ['add-stats --date 2025-01-01', /required option '--monitor <ID>'/],
    ['add-stats --monitor m', /needs --date, once or more often, or both --from and --to/],
    ['add-stats --monitor m --from 2025-01-01', /or both --from and --to/],
    ['add-stats --monitor m --date 2025-01-01 --from 2025-01-01 --to 2025-01-02', /or both --from and --to/],
    ['add-stats --monitor m --date 2025-02-29', /'--date .*It must be a day of the calendar/],
    ['add-stats --monitor m --date 0000-01-01', /'--date .*It must be a day of the calendar/],
    ['add-stats --monitor m --date 2025-01-01T00:00:00Z', /'--date .*It must be a day of the calendar/],
    ['add-stats --monitor m --date 2025-01-01 --date 2025-01-01', /--date "2025-01-01" is there twice/],
    ['add-stats --monitor m --from 2025-01-02 --to 2025-01-01', /--to must not be before --from/],
    ['add-stats --monitor m --from 2025-01-01 --to 2205-01-01', /at most 3660 days/],
    [`${member} --email acme.example`, /--email must match format "email"/],
    [`${member} --email jürgen@acme.example`, /--email must match format "email"/],
    [`${member} --email ${'a'.repeat(242)}@acme.example`, /--email must NOT have more than 254 characters/],
    ['add-oauth-user --email acme.example', /--email must match format "email"/],
    ['add-oauth-user --email a@acme.example --team t', /--team and --role come together/],
    ['add-oauth-user --email a@acme.example --role owner', /--team and --role come together/],
    ['add-member --team t --email a@acme.example --role boss', /Allowed choices are owner, admin, member, viewer/],
    [`${member} --email a@acme.example --password secret-enough`, /unknown option '--password'.*; add-member takes/],
    ['counts --store memory:', /memory: loses everything/],
  ]
  it.each(mistakes)('%s', async (line, message) => {
    await inFolder(async ({ at, path }) => {
      const { code, stdout, stderr } = await runLine(line, { env: { STORE_URL: `file:${at('data.json')}` } })
      expect(stderr).toMatch(message)
      expect(stderr).toMatch(/^[^\n]+\n$/)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(await readdir(path)).toEqual([])
    })()
  })

  it('no store, neither by --store nor by STORE_URL', async () => {
    for (const env of [{}, { STORE_URL: '' }]) {
      const { code, stderr } = await runLine('counts', { env })
      const expected = 'counts needs a store: give --store URL, or set STORE_URL\n'
      expect({ code, stderr }).toEqual({ code: 2, stderr: expected })
    }
  })

  const addMember = 'add-member --team t --role member --email a@acme.example --password-stdin'
  const env = { STORE_URL: 'file:/no/such/place' }

  it.each([
    ['too short', 'seven77\n', /the password must NOT have fewer than 8 characters/],
    ['too long', `${'é'.repeat(37)}\n`, /the password must not take more than 72 bytes/],
    ['missing', '\nbehind an empty line', /no password in the first line/],
    ['not UTF-8', Buffer.from([...'password'].map(() => 0xe9)), /UTF-8 only/],
  ])('a piped password that is %s', async (_, stdin, message) => {
    const { code, stderr } = await runLine(addMember, { stdin, env })
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  it('a password from a terminal', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true })
    const { code, stderr } = await runWith({ stdin, env }, addMember)
    expect(stderr).toMatch(/^--password-stdin needs a pipe; [^\n]+\n$/)
    expect(code).toBe(2)
  })
})

describe('As a process', () => {
  it('a usage error ends with exit code 2, and a failure with 1', async () => {
    const wrong = await run(['counts', '--bogus'])
    expect(wrong).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^[^\n]* '--bogus'[^\n]*\n$/) })
    const unknown = await run(['lod'])
    expect(unknown).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^there is no command "lod"; [^\n]+\n$/),
    })
    const failed = await run(['counts', '--store', 'redis://user:secret@x'])
    expect(failed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]*"redis"\n$/) })
  })

  it('--help prints the usage to stdout and ends with exit code 0', async () => {
    const { code, stdout, stderr } = await run(['set-plan', '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('npm run server -- set-plan [options] <PLAN>')
    expect(stdout).toMatch(/free.*pro.*enterprise/)
  })

  it('--store takes precedence over STORE_URL, and no secret is needed', async () => {
    await inFolder(async ({ at }) => {
      const args = ['migrate', '--json', '--store', `sqlite:${at('x.db')}`]
      const { code, stdout, stderr } = await run(args, { STORE_URL: 'no' })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({ versions: expect.arrayContaining(['0001']) })
    })()
  })

  it.each(['file:', 'sqlite:'])('a command that reads records does not create a %s store', async (kind) => {
    await inFolder(async ({ at, path }) => {
      const stderr = expect.stringMatching(/^\S+typo does not exist; [^\n]+\n$/)
      expect(await run(['counts', '--store', kind + at('typo')])).toEqual({ code: 1, stdout: '', stderr })
      expect(await readdir(path)).toEqual([])
    })()
  })

  it('a closed stdout ends with exit code 1 and no stack trace', async () => {
    await inFolder(async ({ at }) => {
      const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
      const child = spawn(process.execPath, [main, 'migrate'], { env: { STORE_URL: `sqlite:${at('data.db')}` } })
      child.stdout.destroy()
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    })()
  })

  it('the help of the server lists every command with a summary', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
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
  // Only the store is missing.
  if (name !== 'drill') expect((await runLine(String(example))).stderr).toMatch(/ needs a store/)
})

it('prints text for people, one object with --json, and progress to a terminal only', async () => {
  await inFolder(async ({ at }) => {
    const env = { STORE_URL: `file:${at('data.json')}` }
    await writeFile(at('empty.json'), '{}')
    const loaded = await runLine(`load ${at('empty.json')}`, { env })
    expect(loaded).toEqual({ code: 0, stdout: 'loaded 0 records\n', stderr: '' })
    const stderr = Object.assign(new PassThrough(), { isTTY: true })
    const { code, stdout } = await runWith({ env, stderr }, `load ${demoDataFile} --json`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{"records":\d+\}\n$/) })
    expect(await text(stderr.end())).toBe(`loading ${demoDataFile} …\n`)
  })()
})
