/** The operator commands that copy all records: backup, restore, drill and load. */
import { spawn } from 'node:child_process'
import files, { open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { constants, getPriority } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeBackup } from '../../../server/commands/backup-file.ts'
import { launch } from '../../support/launch.ts'
import { sampleFile } from '../store/sample-file.ts'
import { asProcess, folder, inProcess, operator, recordsOf, runLine, stores } from './operator.ts'

it('As processes, the commands move all records from one file to another', { timeout: 60_000 }, async () => {
  const { at, path } = await folder()
  const url = `file:${at('data.json')}`
  const execute = operator(asProcess, url)
  await writeFile(at('world.json'), JSON.stringify(sampleFile()))
  expect(await execute(`load ${at('world.json')}`)).toEqual({
    records: Object.values(sampleFile()).flat().length,
    ids: [],
  })
  expect(await execute('purge')).toEqual({ deleted: 1 })
  const counted = await asProcess(url, ['counts'])
  expect(counted).toMatchObject({ code: 0, stderr: '' })
  expect(counted.stdout).toMatch(/^teams {7}2\nusers {7}3\n(?:\w+ +\d+\n){5}$/)
  const { records } = await execute(`backup ${at('backup.json')}`)
  expect((await readdir(path)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  const other = `file:${at('other.json')}`
  expect(await operator(asProcess, other)(`restore ${at('backup.json')}`)).toEqual({ records })
  expect(await recordsOf(other)).toEqual(await recordsOf(url))
})

it('A command that copies all records lets other processes come first', async () => {
  const { at } = await folder()
  const url = `sqlite:${at('data.db')}`
  await writeFile(at('world.json'), JSON.stringify(sampleFile()))
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void other.kill())
  const run = (line: string) => runLine(`${line} --store ${url}`, { pid: Number(other.pid) })
  expect(await run(`load ${at('world.json')}`)).toMatchObject({ code: 0 })
  expect(getPriority(other.pid)).toBe(constants.priority.PRIORITY_LOW)
})

it('A failed backup leaves no file', async () => {
  const { at, path } = await folder()
  const unwritable = { ...sampleFile(), attempts: [1n] } as never
  await expect(writeBackup(at('backup.json'), (use) => use(unwritable))).rejects.toThrow(/^no backup was written: /)
  expect(await readdir(path)).toEqual([])
})

it('A backup overwrites no file, also none that another process writes at its last moment', async () => {
  const { at, path } = await folder()
  const theirs = () => files.writeFile(at('backup.json'), 'theirs')
  const { lstat, link } = files
  vi.spyOn(files, 'lstat').mockImplementation((file) => lstat(file).finally(theirs) as never)
  vi.spyOn(files, 'link').mockImplementation((from, to) => theirs().then(() => link(from, to)))
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const backup = writeBackup(at('backup.json'), (use) => use(sampleFile()))
  await expect(backup).rejects.toThrow(`no backup was written: ${at('backup.json')} exists already; name a new file`)
  expect([await readdir(path), await readFile(at('backup.json'), 'utf8')]).toEqual([['backup.json'], 'theirs'])
})

it('A backup is synced in small parts: a server on the same disk waits for each of them', async () => {
  const { at } = await folder()
  const file = await open(at('any'), 'w')
  const prototype = Object.getPrototypeOf(file)
  await file.close()
  const spies = (['appendFile', 'datasync', 'sync'] as const).map((name) => vi.spyOn(prototype, name))
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()))
  const data = sampleFile()
  const [incident] = data.incidents
  const incidents = Array(100).fill({ ...incident, cause: 'x'.repeat(10_000) })
  await writeBackup(at('backup.json'), async (use) => {
    for (let count = 0; count < 5; count++) await use({ ...data, incidents })
  })
  const [written = [], synced = [], ended = []] = spies.map(({ mock }) => mock.invocationCallOrder)
  const ends = [0, ...synced, ...ended]
  for (const [index, end] of ends.entries()) {
    const part = written.filter((order) => order < end && order > (ends[index - 1] ?? 0))
    expect(part.length).toBeLessThanOrEqual(2)
  }
  expect(written).toHaveLength(7)
})

it('A backup is one record a line, whatever names contain; what was changed on the way is refused with its line', async () => {
  const { at } = await folder()
  const data = sampleFile()
  for (const team of data.teams) team.name = 'Größe\u2028\u2029\u0085😀'
  await writeBackup(at('backup.json'), (use) => use(data))
  const backup = await readFile(at('backup.json'), 'utf8')
  const drill = async (content: string | Buffer) => {
    await writeFile(at('copy.json'), content)
    const { code, stderr } = await runLine(`drill ${at('copy.json')}`)
    return code === 0 ? 'whole' : stderr
  }
  for (const same of [backup, backup.replaceAll('\n', '\r\n'), `\ufeff${backup}`, backup.trimEnd()]) {
    expect(await drill(same)).toBe('whole')
  }
  expect(await drill(Buffer.from(backup.replaceAll('😀', ''), 'latin1'))).toMatch(
    /^the backup cannot be read: .*utf-8\n$/,
  )
  expect(await drill(backup.replace('\n{', '\n'))).toMatch(/copy\.json is damaged, .*\(line 2: not well-formed JSON\)/)
  expect(await drill(backup + backup)).toMatch(/\(line \d+: unknown \{"backup":1\}\)/)
})

it('restore refuses a hash that is cheaper than a log-in’s', async () => {
  const { at } = await folder()
  const data = sampleFile()
  for (const user of data.users) user.passwordHash &&= `$2b$04$${'.'.repeat(53)}`
  await writeBackup(at('backup.json'), (use) => use(data))
  const { code, stderr } = await inProcess(`file:${at('data.json')}`, ['restore', at('backup.json')])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/hash that is not one of bcrypt of cost 10 to 13/)])
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'A drill that %s ends leaves no copy of the records',
  async (signal) => {
    const { at, path } = await folder()
    const drill = launch('server/main.ts', ['drill', '/dev/stdin'], { TMPDIR: path })
    onTestFinished(drill.kill)
    await writeBackup(at('backup.json'), (use) => use(sampleFile()))
    drill.child.stdin.write((await readFile(at('backup.json'), 'utf8')).trimEnd())
    await vi.waitFor(
      async () => expect(await readdir(path, { recursive: true })).toContainEqual(expect.stringMatching(/drill\.db$/)),
      20_000,
    )
    drill.signal(signal)
    expect(await drill.ended).toMatchObject({ code: null, stderr: '' })
    expect(await readdir(path)).toEqual(['backup.json'])
  },
)

it('Without a folder for temporary files, drill says what to do, and works with an empty store', async () => {
  const { at } = await folder()
  await writeBackup(at('backup.json'), (use) => use(sampleFile()))
  vi.stubEnv('TMPDIR', at('none'))
  expect(await runLine(`drill ${at('backup.json')}`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^no temporary file can be made \(ENOENT: .*\): set TMPDIR, or name an empty store by --store\n$/,
    ),
  })
  const withStore = await runLine(`drill ${at('backup.json')} --store sqlite:${at('empty.db')}`)
  expect(withStore).toMatchObject({ code: 0, stderr: '' })
})

it.each([
  ['{"backup":1}\n{"monitors":{"teamId":"acme"}}\n{"records":1}\n', /monitors\[0\]\.id is missing\n$/],
  ['{}', /a data file is for load\): use another one\n$/],
])('restore and drill take complete records only, not %j', async (text, why) => {
  const { at } = await folder()
  await writeFile(at('world.json'), text)
  const store = `sqlite:${at('data.db')}`
  for (const line of [`restore ${at('world.json')}`, `drill ${at('world.json')}`]) {
    const { code, stderr } = await runLine(`${line} --store ${store}`)
    expect([line, code, stderr]).toEqual([line, 1, expect.stringMatching(why)])
  }
})

describe.each(Object.entries(stores))('In a %s store', (kind, make) => {
  it('restore copies a backup unchanged into a store of another kind, if that one is empty', async () => {
    const [url, { at, path }] = [await make(), await folder()]
    await writeFile(at('world.json'), JSON.stringify(sampleFile()))
    await operator(inProcess, url)(`load ${at('world.json')}`)
    const counts = Object.entries(sampleFile()).map(([name, list]) => [name, list.length])
    expect(await operator(inProcess, url)('counts')).toEqual(Object.fromEntries(counts))
    await operator(inProcess, url)(`backup ${at('backup.json')}`)
    expect((await stat(at('backup.json'))).mode & 0o777).toBe(0o600)
    const records = await recordsOf(url)
    const lines = (await readFile(at('backup.json'), 'utf8')).trim().split('\n')
    expect(lines.slice(1, -1)).toHaveLength(Object.values(records).flat().length)
    expect(await operator(inProcess, url)(`drill ${at('backup.json')}`)).toEqual({ records: lines.length - 2 })
    await writeFile(at('cut.json'), lines.slice(0, -3).join('\n'))
    expect(await readdir(path)).toEqual(['backup.json', 'cut.json', 'world.json'])

    for (const make of Object.entries(stores).flatMap(([name, make]) => (name === kind ? [] : [make]))) {
      const other = await make()
      const cut = await inProcess(other, ['restore', at('cut.json')])
      expect(cut).toMatchObject({ code: 1, stderr: expect.stringMatching(/cut.json is damaged, .*use another one/) })
      await operator(inProcess, other)(`restore ${at('backup.json')}`)
      expect(await recordsOf(other)).toEqual(records)
      const again = await inProcess(other, ['restore', at('backup.json')])
      expect(again).toEqual({ code: 1, stdout: '', stderr: 'the store is not empty; restore into a new one\n' })
    }
  })
})
