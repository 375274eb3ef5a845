/** A file store whose file was moved, removed or replaced takes no write, and files in use or on a network are refused. */
import type { statfs } from 'node:fs/promises'
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { startServer } from '@monitoring-service/server'
import { describe, expect, vi } from 'vitest'
import { assertLocal } from '../../../server/store/file-identity.ts'
import { openStore } from '../../../server/store/open.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { account, sampleData } from '../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'
import { transmit } from '../../support/raw-http.ts'
import { demoSettings } from '../../support/settings.ts'

const kinds = ['sqlite', 'file'] as const

const changes: Record<string, (path: string, folder: Folder) => Promise<void>> = {
  removed: (path) => rm(path),
  'moved away': (path) => rename(path, `${path}.old`),
  'replaced by another one': async (path, folder) => {
    await copyFile(path, folder.at('copy'))
    await rename(folder.at('copy'), path)
  },
}
const rows = kinds.flatMap((kind) => Object.keys(changes).map((change) => [kind, change] as const))

describe('A file under a running store', () => {
  it.for(rows)(
    '%s: is %s, then no write is acknowledged until it is back, and the error has its path',
    async (row, { folder }) => {
      const [kind, change] = row
      const path = folder.at('store')
      const store = await openStore(`${kind}:${path}`)
      await store.load(sampleData())
      await changes[change]?.(path, folder)
      const calls = [
        () => store.addAccount(...account('new')),
        () => store.probe(),
        () => store.completeDeletions('2100', 1),
      ]
      for (const call of calls) {
        const { code, cause } = (await rejectionOf(call())) as Error & { code?: string; cause: Error }
        expect([code, cause.message]).toEqual([
          'UNAVAILABLE',
          expect.stringMatching(/^\S+store is not the file that this process opened/),
        ])
        expect(cause.message).toContain(path)
      }
      if (change === 'moved away') {
        await rename(`${path}.old`, path)
        expect(await store.addAccount(...account('new'))).toBe(true)
      }
      await store.close()
    },
  )

  it('file: was written by another program, then it is left as it is', async ({ folder }) => {
    const store = await openStore(`file:${folder.at('store')}`)
    await store.load(sampleData())
    await writeFile(folder.at('store'), 'of the operator')
    expect(await rejectionOf(store.addAccount(...account('new')))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await readFile(folder.at('store'), 'utf8')).toBe('of the operator')
    await store.close()
  })

  it('sqlite: has lost its journal, then no write is acknowledged', async ({ folder }) => {
    const store = await openStore(`sqlite:${folder.at('store')}`)
    await store.load(sampleData())
    await rm(folder.at('store-wal'))
    expect(await rejectionOf(store.addAccount(...account('new')))).toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: expect.stringMatching(/store-wal is not the file/) },
    })
    await store.close()
  })

  it('is removed: the server answers 503, is not ready, and logs the path', async ({ folder, onTestFinished }) => {
    const storeUrl = `sqlite:${folder.at('store')}`
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push(line) }
    const server = await startServer({ ...demoSettings, storeUrl, opsPort: 0, logLevel: 'error' }, log)
    onTestFinished(() => server.close(0))
    for (const name of await readdir(folder.path)) await rm(folder.at(name))
    const body = { email: 'ada@new.example', password: 'an-uncommon-password' }
    expect((await transmit(server.url, 'POST', '/auth/signup', {}, body)).statusLine).toBe('503 UNAVAILABLE')
    expect((await fetch(`${server.opsUrl}/readyz`)).status).toBe(503)
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 50, cause: expect.stringContaining(folder.at('store')) }),
    )
  })
})

it('A path of which only SQLite’s journals are left is refused, and all files stay', async ({ folder }) => {
  const path = folder.at('store')
  const store = await openStore(`sqlite:${path}`)
  await store.load(sampleData())
  await rm(path)
  const before = await readdir(folder.path)
  for (const migrates of ['always', 'if empty', 'never'] as const) {
    const { message } = await rejectionOf(openStore(`sqlite:${path}`, { migrates }))
    expect(message).toBe(
      `${path} does not exist, but ${path}-wal and ${path}-shm: stop the processes that have the removed file open, then remove what is left of it`,
    )
  }
  expect(await readdir(folder.path)).toEqual(before)
  await store.close()
})

it.for([
  [0x6969, /is on a network file system \(NFS\)/],
  [0xff534d42, /\(CIFS\)/],
  [0xfe534d42, /\(SMB\)/],
] as const)('A file on a file system of type %i is refused', async ([type, reason], { folder }) => {
  const read = (async () => ({ type })) as unknown as typeof statfs
  expect((await rejectionOf(assertLocal(folder.at('store'), read))).message).toMatch(reason)
  await assertLocal(folder.at('store'))
})

it.for([
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
] as const)(
  'A file in a folder that a host may share, by type %i, is opened with a warning',
  async ([type, name], { folder }) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    await assertLocal(folder.at('store'), (async () => ({ type })) as unknown as typeof statfs)
    const text = `${folder.at('store')} is on ${name}: if a host shares the folder, the file can be damaged; use a volume`
    expect(warn.mock.calls).toEqual([[text]])
  },
)
