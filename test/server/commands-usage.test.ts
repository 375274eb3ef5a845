/** How the operator's commands are asked for: what is wrong is told before a store is opened, and help is at hand. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { demoDataFile } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'
import { runOperatorCommand, type Surroundings } from '../../server/commands/run.ts'
import { commands } from '../../server/commands/table.ts'
import { inFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'

/** Runs a command in this process. */
async function ask(line: string, { stdin = '', ...others }: { stdin?: string | Buffer; env?: NodeJS.ProcessEnv } = {}) {
  return askIn({ stdin: Readable.from([Buffer.from(stdin)]), ...others }, line)
}

async function askIn(given: Partial<Surroundings>, line: string) {
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: false })]
  const around = { env: {}, stdin: Readable.from([]), exitCode: 0, stderr, ...given, stdout }
  await runOperatorCommand(line.split(' '), around)
  const [told, complained] = await Promise.all([text(stdout.end()), text(stderr.end())])
  return { code: around.exitCode, stdout: told, stderr: complained }
}

describe('Wrong usage is told in one line, ends with 2 and opens no store:', () => {
  const member = 'add-member --team t --role member'
  const mistakes: [line: string, why: RegExp][] = [
    ['lod data.json', /no command "lod"; there are .*\bload\b.*\brestore\b/],
    ['constructor', /no command "constructor"/],
    ['counts --bogus', /counts has no flag --bogus, but --store, --json, --help/],
    ['counts -x', /counts has no flag -x/],
    ['counts x', /counts does not know what to do with "x"/],
    ['load', /load needs FILE/],
    ['load a.json b.json', /load does not know what to do with "b.json"/],
    ['set-plan --team t', /set-plan needs PLAN/],
    ['set-plan gold --team t', /PLAN must be one of free, pro, enterprise, not "gold"/],
    ['set-plan pro', /set-plan needs --team ID/],
    ['add-monitor', /add-monitor needs --team ID/],
    ['add-monitor --team', /--team needs a value/],
    ['add-monitor --team --json', /--team needs a value; .* --team=-…/],
    ['add-monitor --team=', /--team must be some text, not ""/],
    ['add-monitor --team a --team b', /--team is there twice/],
    ['add-monitor --team a --json=yes', /--json takes no value/],
    ['add-service --team t --monitor m --monitor m', /--monitor "m" is there twice/],
    ['add-incident --team t --type odd', /--type must be one of manual, auto, not "odd"/],
    ['add-incident --team t --status closed', /--status must be one of open, resolved, not "closed"/],
    ['add-incident --team t --started-at yesterday', /--started-at must be a time with its zone/],
    ['add-incident --team t --started-at 2025-06-15T12:00:00', /--started-at must be a time with its zone/],
    ['add-incident --team t --started-at 2025-02-30T12:00:00Z', /--started-at must be a time with its zone/],
    ['add-incident --team t --started-at 2025-06-15T25:00:00Z', /--started-at must be a time with its zone/],
    ['add-incident --team t --started-at 9025-06-15T12:00:00Z', /--started-at must not lie ahead/],
    ['add-stats --date 2025-01-01', /add-stats needs --monitor ID/],
    ['add-stats --monitor m', /needs --date, once or more often, or both --from and --to/],
    ['add-stats --monitor m --from 2025-01-01', /or both --from and --to/],
    ['add-stats --monitor m --date 2025-01-01 --from 2025-01-01 --to 2025-01-02', /or both --from and --to/],
    ['add-stats --monitor m --date 2025-02-29', /--date must be a day of the calendar/],
    ['add-stats --monitor m --date 0000-01-01', /--date must be a day of the calendar/],
    ['add-stats --monitor m --date 2025-01-01T00:00:00Z', /--date must be a day of the calendar/],
    ['add-stats --monitor m --date 2025-01-01 --date 2025-01-01', /--date "2025-01-01" is there twice/],
    ['add-stats --monitor m --from 2025-01-02 --to 2025-01-01', /--to must not be before --from/],
    ['add-stats --monitor m --from 2025-01-01 --to 2205-01-01', /at most 3660 days/],
    [`${member} --email acme.example`, /--email must match format "email"/],
    [`${member} --email jürgen@acme.example`, /--email must match format "email"/],
    [`${member} --email ${'a'.repeat(242)}@acme.example`, /--email must NOT have more than 254 characters/],
    ['add-oauth-user --email acme.example', /--email must match format "email"/],
    ['add-oauth-user --email a@acme.example --team t', /--team and --role come together/],
    ['add-oauth-user --email a@acme.example --role owner', /--team and --role come together/],
    ['add-member --team t --email a@acme.example --role boss', /--role must be one of owner, admin, member, viewer/],
    [`${member} --email a@acme.example --password secret-enough`, /add-member has no flag --password, but/],
    ['counts --store memory:', /memory: forgets everything/],
  ]
  it.each(mistakes)('%s', async (line, why) => {
    await inFolder(async ({ at, path }) => {
      const { code, stdout, stderr } = await ask(line, { env: { STORE_URL: `file:${at('data.json')}` } })
      expect(stderr).toMatch(why)
      expect(stderr).toMatch(/^[^\n]+\n$/)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(await readdir(path)).toEqual([])
    })()
  })

  it('no store, where the one of the environment would do', async () => {
    for (const env of [{}, { STORE_URL: '' }]) {
      const { code, stderr } = await ask('counts', { env })
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: 'counts needs to know the store: give --store URL, or set STORE_URL\n',
      })
    }
  })

  it.each([
    ['that is too short', 'seven77\n', /the password must NOT have fewer than 8 characters/],
    ['that is too long', `${'é'.repeat(37)}\n`, /the password must not take more than 72 bytes/],
    ['that is none', '\nbehind an empty line', /no password in the first line/],
    ['that is no UTF-8', Buffer.from([...'password'].map(() => 0xe9)), /UTF-8 only/],
  ])('a piped password %s', async (_, stdin, why) => {
    const line = 'add-member --team t --role member --email a@acme.example --password-stdin'
    const { code, stderr } = await ask(line, { stdin, env: { STORE_URL: 'file:/no/such/place' } })
    expect(stderr).toMatch(why)
    expect(code).toBe(2)
  })

  it('a password that would be typed for all to see', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true })
    const line = 'add-member --team t --role member --email a@acme.example --password-stdin'
    const { code, stderr } = await askIn({ stdin, env: { STORE_URL: 'file:/no/such/place' } }, line)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^--password-stdin needs a pipe; [^\n]+\n$/),
    })
  })
})

describe('As a process', () => {
  it('wrong usage ends with 2, and what cannot be done with 1', async () => {
    const wrong = await run(['counts', '--bogus'])
    expect(wrong).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^[^\n]* --bogus[^\n]*\n$/) })
    const failed = await run(['counts', '--store', 'redis://user:secret@x'])
    expect(failed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]*"redis"\n$/) })
  })

  it('the flag goes before the environment, and no secret is asked for', async () => {
    await inFolder(async ({ at }) => {
      const { code, stdout, stderr } = await run(['migrate', '--json', '--store', `sqlite:${at('x.db')}`], {
        STORE_URL: 'no',
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({ versions: ['0001'] })
    })()
  })

  it.each(['file:', 'sqlite:'])('a command that needs records makes no store of the kind %s', async (kind) => {
    await inFolder(async ({ at, path }) => {
      const stderr = expect.stringMatching(/^\S+typo is not there; [^\n]+\n$/)
      expect(await run(['counts', '--store', kind + at('typo')])).toEqual({ code: 1, stdout: '', stderr })
      expect(await readdir(path)).toEqual([])
    })()
  })

  it('nobody who reads is no crash', async () => {
    await inFolder(async ({ at }) => {
      const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
      const child = spawn(process.execPath, [main, 'migrate'], { env: { STORE_URL: `sqlite:${at('data.db')}` } })
      child.stdout.destroy()
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    })()
  })

  it('the server’s help lists every command', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const [name, { summary }] of Object.entries(commands)) {
      expect(stdout).toMatch(new RegExp(`^  ${name}\\b.* ${summary}$`, 'm'))
    }
    expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([])
  })
})

it.each(Object.entries(commands))('%s --help tells its flags and an example that fits them', async (name, command) => {
  const { code, stdout, stderr } = await ask(`${name} --bogus --help`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const flag of [...Object.keys(command.flags), 'store', 'json', 'help']) {
    expect(stdout).toMatch(new RegExp(`^  --${flag} .*  \\S`, 'm'))
  }
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([])
  const example = /npm run -s server -- (.*)\n$/.exec(stdout)?.[1]?.replace(/"[^"]*"/, 'words')
  expect(example).toContain(name)
  // All that is missing is the store.
  expect((await ask(String(example))).stderr).toMatch(/ needs to know the store/)
})

it('People get words, programs one object, and only a terminal is told what takes its time', async () => {
  await inFolder(async ({ at }) => {
    const env = { STORE_URL: `file:${at('data.json')}` }
    await writeFile(at('empty.json'), '{}')
    expect(await ask(`load ${at('empty.json')}`, { env })).toEqual({
      code: 0,
      stdout: 'loaded 0 records\n',
      stderr: '',
    })
    const stderr = Object.assign(new PassThrough(), { isTTY: true })
    const { code, stdout } = await askIn({ env, stderr }, `load ${demoDataFile} --json`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\{"records":\d+\}\n$/) })
    expect(await text(stderr.end())).toBe(`loading ${demoDataFile} …\n`)
  })()
})
