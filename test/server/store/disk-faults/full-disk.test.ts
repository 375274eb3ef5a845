/** A store on a full or read-only disk keeps acknowledged writes and no rejected ones. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { openStore } from '../../../../server/store/open.ts'
import { writeCalls } from '../../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../../server/store/suite/sample-data.ts'
import { it } from '../../../support/folder-test.ts'
import { readOnlyUnsupported, setReadOnly } from '../../../support/read-only.ts'
import { memoryMountUnsupported, mountMemory } from '../power-loss/mount-disk.ts'

const script = fileURLToPath(new URL('fill-disk.ts', import.meta.url))
const skipped = (why: string | undefined) => (why ? ` (skipped: ${why})` : '')

/** Fills a store by a shell command in which `$0 $1 $2` is the program, and checks the remaining records. */
async function fill(folder: string, command: string, cause: string): Promise<void> {
  const args = ['-c', command, process.execPath, script, `${folder}/store.json`]
  const child = spawn('sh', args, { timeout: 15_000 })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const report = JSON.parse(stdout)
  expect(report.cause).toBe(cause)
  expect(report.acknowledged).toBeGreaterThan(20)
  const store = await openStore(`file:${folder}/store.json`)
  expect((await store.dump()).users.map(({ email }) => email)).toEqual(report.kept)
  await store.close()
  expect((await readdir(folder)).sort()).toEqual(['store.json', 'store.json.lock'])
}

it('a file that may not grow', { tags: ['P66'] }, async ({ folder }) =>
  fill(folder.path, 'ulimit -f 64; exec "$0" "$1" "$2"', 'EFBIG'),
)

const noMemory = memoryMountUnsupported()
it.skipIf(noMemory)(`a disk that is full${skipped(noMemory)}`, { tags: ['P66'] }, async ({ folder }) => {
  const disk = mountMemory('64k', folder.at('disk'))
  await fill(disk.path, 'exec "$0" "$1" "$2"', 'ENOSPC').finally(disk.unmount)
})

it.skipIf(readOnlyUnsupported)(
  `a folder that has become read-only${skipped(readOnlyUnsupported)}`,
  { tags: ['P68'] },
  async ({ folder }) => {
    const path = folder.at('data')
    await mkdir(path)
    const store = await openStore(`file:${path}/store.json`)
    await store.load(sampleData())
    const before = await store.dump()
    setReadOnly(path, true)
    try {
      for (const call of Object.values(writeCalls))
        await expect(call(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await store.dump()).toEqual(before)
    } finally {
      setReadOnly(path, false)
    }
    for (const call of Object.values(writeCalls)) await call(store)
    const after = await store.dump()
    await store.close()
    const again = await openStore(`file:${path}/store.json`)
    expect(await again.dump()).toEqual(after)
    await again.close()
  },
)
