/** One file, one store: whoever comes second is refused and changes nothing, however the first one ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { openStore } from '../../../../server/store/open.ts'
import { account, sampleData } from '../../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../../support/folder.ts'
import { it } from '../../../support/folder-test.ts'
import { run, start } from '../../../support/process.ts'
import { readOnlyUnsupported, setReadOnly } from '../../../support/read-only.ts'

const script = fileURLToPath(new URL('hold-store.ts', import.meta.url))
const inUse = /^[^\n]*store\.json is in use: [^\n]+$/

/** What another process says that opens a store, `open` or why not, and how to end it. */
async function hold(file: string) {
  const child = spawn(process.execPath, ['--expose-gc', script, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const gone = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const hear = async () => String((await lines.next()).value)
  return {
    said: await hear(),
    async close() {
      child.stdin.end()
      expect(await hear()).toBe('closed')
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** What a folder holds, but for locks, which this process must not read while it holds one. */
async function contents(folder: Folder) {
  const names = (await readdir(folder.path)).sort()
  const files = names.filter((name) => !name.endsWith('.lock'))
  return { names, texts: await Promise.all(files.map((name) => readFile(folder.at(name), 'utf8'))) }
}

it('while one process has the file open, another is refused in one line, and changes nothing', {
  tags: ['P69'],
}, async ({ folder }) => {
  const file = folder.at('store.json')
  const url = `file:${file}`
  const filled = await openStore(url)
  await filled.load(sampleData()).finally(filled.close)
  const holder = await hold(file)
  expect(holder.said).toBe('open')
  await writeFile(folder.at('store.json.12.tmp'), 'being written')
  const before = await contents(folder)

  await expect(openStore(url)).rejects.toThrow(inUse)
  const { code, stdout, stderr } = await run(['--demo', '--port', '0', '--store', url])
  expect(stderr.trimEnd()).toMatch(inUse)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(await contents(folder)).toEqual(before)
})

it.for(['kill', 'close'] as const)('the file is free after a %s', async (end, { folder }) => {
  const file = folder.at('store.json')
  const url = `file:${file}`
  const holder = await hold(file)
  expect(holder.said).toBe('open')
  await holder[end]()
  const store = await openStore(url)
  expect((await hold(file)).said).toMatch(inUse)
  await store.close()
  expect((await hold(file)).said).toBe('open')
})

it('of four that open a new file at the same moment, one has it', async ({ folder }) => {
  const holders = await Promise.all(Array.from({ length: 4 }, () => hold(folder.at('store.json'))))
  const [first, ...others] = holders.map(({ said }) => said).sort((a) => (a === 'open' ? -1 : 1))
  expect(first).toBe('open')
  for (const said of others) expect(said).toMatch(inUse)
})

it('a second store in the same process is refused, too, which leaves the first one its lock', async ({ folder }) => {
  const file = folder.at('store.json')
  const url = `file:${file}`
  const store = await openStore(url)
  await expect(openStore(url)).rejects.toThrow(inUse)
  expect((await hold(file)).said).toMatch(inUse)
  expect(await store.addAccount(...account('new'))).toBe(true)
  await store.close()
  await store.close()
  const again = await openStore(url)
  expect(await again.findMember('new')).toBeDefined()
  await again.close()
})

it.for(['there', 'yet to come'])('a link and its target, which is %s, are one file', async (target, { folder }) => {
  await mkdir(folder.at('data'))
  await symlink('data', folder.at('elsewhere'))
  await symlink('data/store.json', folder.at('link.json'))
  await symlink('link.json', folder.at('chain.json'))
  const paths = ['chain.json', 'link.json', 'data/store.json', 'elsewhere/store.json'].map(folder.at)
  if (target === 'there') await (await openStore(`file:${folder.at('link.json')}`)).close()
  const holder = await hold(paths[0] ?? '')
  for (const second of paths) await expect(openStore(`file:${second}`)).rejects.toThrow(inUse)
  await holder.close()
  for (const first of paths) {
    const store = await openStore(`file:${first}`)
    for (const second of paths) await expect(openStore(`file:${second}`)).rejects.toThrow(inUse)
    await store.close()
  }
})

it('a refused write does not let anybody else in, and closing does even if the file cannot be written', async ({
  folder,
}) => {
  const [file, url] = [folder.at('data/store.json'), `file:${folder.at('data/store.json')}`]
  const store = await openStore(url)
  await mkdir(file)
  await expect(store.addAccount(...account('new'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await hold(file)).said).toMatch(inUse)
  const adding = store.addAccount(...account('new'))
  await Promise.allSettled([adding, store.close()])
  await rm(file, { recursive: true })
  expect((await hold(file)).said).toBe('open')
})

it('a file that cannot be opened for what is in it is not kept locked', async ({ folder }) => {
  const [file, url] = [folder.at('store.json'), `file:${folder.at('store.json')}`]
  for (const isNew of [true, false]) {
    await writeFile(file, '{}')
    await expect(openStore(url)).rejects.toThrow('left as it is')
    expect(await readdir(folder.path)).toEqual(isNew ? ['store.json'] : ['store.json', 'store.json.lock'])
    await rm(file)
    await (await openStore(url)).close()
  }
})

it('the lock is an empty file for its owner only; a file of that name that is something else stays what it is', async ({
  folder,
}) => {
  const [lock, url] = [folder.at('store.json.lock'), `file:${folder.at('store.json')}`]
  await (await openStore(url)).close()
  expect((await stat(lock)).mode & 0o777).toBe(0o600)
  expect(await readFile(lock, 'utf8')).toBe('')

  await writeFile(lock, 'the notes of somebody else', { mode: 0o644 })
  const before = await contents(folder)
  await expect(openStore(url)).rejects.toThrow(/^[^\n]*store\.json\.lock cannot be locked \(file is not a [^\n]*$/)
  expect(await readFile(lock, 'utf8')).toBe('the notes of somebody else')
  expect(await contents(folder)).toEqual(before)
})

const readOnly = `in a read-only folder nothing is opened${readOnlyUnsupported ? ` (skipped: ${readOnlyUnsupported})` : ''}`
it.skipIf(readOnlyUnsupported)(readOnly, async ({ folder }) => {
  await mkdir(folder.at('data'))
  setReadOnly(folder.at('data'), true)
  const url = `file:${folder.at('data/store.json')}`
  const opened = openStore(url).finally(() => setReadOnly(folder.at('data'), false))
  await expect(opened).rejects.toThrow(/^[^\n]*store\.json cannot be opened[^\n]*is the folder writable\?$/)
  expect(await readdir(folder.at('data'))).toEqual([])
  await (await openStore(url)).close()
})

it('a server with a file says nothing of how it is locked', async ({ folder }) => {
  const flags = ['--demo', '--port', '0', '--store', `file:${folder.at('store.json')}`]
  const server = await start(flags, { LOG_LEVEL: 'silent' })
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
})
