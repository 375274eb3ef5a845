/** A store locks its file: a second store is rejected and changes nothing, and the lock ends with the process. */
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { account, sampleData } from '../../../server/store/suite/sample-data.ts'
import { type CallableProcess, startCallable } from '../../support/callable-process.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'
import { run, start } from '../../support/process.ts'
import { readOnlyUnsupported, setReadOnly } from '../../support/read-only.ts'
import { openInProcess } from '../../support/store-process.ts'

const inUse = /^[^\n]*store\.json is in use: [^\n]+$/

const messageOf = (opened: Promise<unknown>) =>
  opened.then(
    () => 'open',
    ({ message }: Error) => message,
  )

let other: CallableProcess
beforeAll(() => {
  other = startCallable(new URL('../../support/store-process-main.ts', import.meta.url), ['memory:'])
})
afterAll(() => void other.child.kill())
/** Opens a store in another process, and closes it; returns `open` or the error message. */
const tryOpen = (url: string) => messageOf(other.call('tryOpen', url))

/** The files of a folder without the content of lock files, because reading one would end a lock of this process. */
async function contents(folder: Folder) {
  const names = (await readdir(folder.path)).sort()
  const files = names.filter((name) => !name.endsWith('.lock'))
  return { names, texts: await Promise.all(files.map((name) => readFile(folder.at(name), 'utf8'))) }
}

it('while a process has the file open, a second one is rejected in one line and changes nothing', {
  tags: ['P69'],
}, async ({ folder }) => {
  const file = folder.at('store.json')
  const url = `file:${file}`
  const filled = await openStore(url)
  await filled.load(sampleData()).finally(filled.close)
  await openInProcess(url)
  await writeFile(folder.at('store.json.12.tmp'), 'being written')
  const before = await contents(folder)

  await expect(openStore(url)).rejects.toThrow(inUse)
  const { code, stdout, stderr } = await run(['--demo', '--port', '0', '--store', url])
  expect(stderr.trimEnd()).toMatch(inUse)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(await contents(folder)).toEqual(before)
})

it.for(['kill', 'close'] as const)('the file can be opened after a %s of its process', async (end, { folder }) => {
  const file = folder.at('store.json')
  const url = `file:${file}`
  const holder = await openInProcess(url)
  await (end === 'kill' ? holder.kill() : holder.store.close())
  const store = await openStore(url)
  expect(await tryOpen(url)).toMatch(inUse)
  await store.close()
  expect(await tryOpen(url)).toBe('open')
})

it('exactly one of four processes that open a new file at once succeeds', async ({ folder }) => {
  const messages = await Promise.all(
    Array.from({ length: 4 }, () => messageOf(openInProcess(`file:${folder.at('store.json')}`))),
  )
  const [first, ...others] = messages.sort((a) => (a === 'open' ? -1 : 1))
  expect(first).toBe('open')
  for (const message of others) expect(message).toMatch(inUse)
})

it('a second store in the same process is rejected, and the first one keeps its lock', async ({ folder }) => {
  const file = folder.at('store.json')
  const url = `file:${file}`
  const store = await openStore(url)
  await expect(openStore(url)).rejects.toThrow(inUse)
  expect(await tryOpen(url)).toMatch(inUse)
  expect(await store.addAccount(...account('new'))).toBe(true)
  await store.close()
  await store.close()
  const again = await openStore(url)
  expect(await again.findMember('new')).toBeDefined()
  await again.close()
})

it.for(['existing', 'missing'])('a link and its target (%s) share one lock', async (target, { folder }) => {
  await mkdir(folder.at('data'))
  await symlink('data', folder.at('elsewhere'))
  await symlink('data/store.json', folder.at('link.json'))
  await symlink('link.json', folder.at('chain.json'))
  const paths = ['chain.json', 'link.json', 'data/store.json', 'elsewhere/store.json'].map(folder.at)
  if (target === 'existing') await (await openStore(`file:${folder.at('link.json')}`)).close()
  const holder = await openInProcess(`file:${paths[0]}`)
  for (const second of paths) await expect(openStore(`file:${second}`)).rejects.toThrow(inUse)
  await holder.kill()
  for (const first of paths) {
    const store = await openStore(`file:${first}`)
    for (const second of paths) await expect(openStore(`file:${second}`)).rejects.toThrow(inUse)
    await store.close()
  }
})

it('a failed write keeps the lock, and close releases it even if the file cannot be written', async ({ folder }) => {
  const [file, url] = [folder.at('data/store.json'), `file:${folder.at('data/store.json')}`]
  const store = await openStore(url)
  await mkdir(file)
  await expect(store.addAccount(...account('new'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await tryOpen(url)).toMatch(inUse)
  const adding = store.addAccount(...account('new'))
  await Promise.allSettled([adding, store.close()])
  await rm(file, { recursive: true })
  expect(await tryOpen(url)).toBe('open')
})

it('the lock is an empty file readable by its owner only, and a foreign file of that name stays unchanged', async ({
  folder,
}) => {
  const [lock, url] = [folder.at('store.json.lock'), `file:${folder.at('store.json')}`]
  await (await openStore(url)).close()
  expect((await stat(lock)).mode & 0o777).toBe(0o600)
  expect(await readFile(lock, 'utf8')).toBe('')

  await writeFile(lock, 'another file', { mode: 0o644 })
  const before = await contents(folder)
  await expect(openStore(url)).rejects.toThrow(/^[^\n]*store\.json\.lock cannot be locked \(file is not a [^\n]*$/)
  expect(await readFile(lock, 'utf8')).toBe('another file')
  expect(await contents(folder)).toEqual(before)
})

const readOnly = `a store in a read-only folder is rejected${readOnlyUnsupported ? ` (skipped: ${readOnlyUnsupported})` : ''}`
it.skipIf(readOnlyUnsupported)(readOnly, async ({ folder }) => {
  await mkdir(folder.at('data'))
  setReadOnly(folder.at('data'), true)
  const url = `file:${folder.at('data/store.json')}`
  const opened = openStore(url).finally(() => setReadOnly(folder.at('data'), false))
  await expect(opened).rejects.toThrow(/^[^\n]*store\.json cannot be opened[^\n]*is the folder writable\?$/)
  expect(await readdir(folder.at('data'))).toEqual([])
  await (await openStore(url)).close()
})

it('a server with a locked file prints nothing to stderr', async ({ folder }) => {
  const flags = ['--demo', '--port', '0', '--store', `file:${folder.at('store.json')}`]
  const server = await start(flags, { LOG_LEVEL: 'silent' })
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
})
