/** The store opens its own files only, and leaves any other as it is. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openStore } from '../../server/store/open.ts'
import { emptyData } from '../../server/store/records.ts'
import { inFolder } from './folder.ts'

const ours = { format: 'monitoring-service', version: 1, ...emptyData() }
it.each([
  ['cut off', JSON.stringify(ours).slice(0, -9)],
  ['empty', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '5'],
  ['of another program', '{"users":[],"teams":[]}'],
  ['of another program that has our lists', JSON.stringify({ ...ours, format: 'another' })],
  ['of a newer version', JSON.stringify({ ...ours, version: 2 })],
  ['without one of the lists', JSON.stringify({ ...ours, monitors: undefined })],
  ['with something else than a list', JSON.stringify({ ...ours, monitors: {} })],
  ['not text', Buffer.from([0xff, 0x00, 0xfe])],
])('a file that is %s is refused in one line and left as it is', (_, content) =>
  inFolder(async (folder) => {
    const file = folder.at('store.json')
    await writeFile(file, content)
    const refusal: Error = await openStore(`file:${file}`).then(
      () => expect.fail('it was opened'),
      (error) => error,
    )
    expect(refusal.message).toContain(file)
    expect(refusal.message).not.toContain('\n')
    expect(await readFile(file)).toEqual(Buffer.from(content))
    expect(await readdir(folder.path)).toEqual(['store.json'])
  })(),
)

it.each(['', 'file:', 'store.json', 'FILE:x', 'ftp://host/store.json'])('%j names no store', async (url) => {
  await expect(openStore(url)).rejects.toThrow(/^[^\n]*the store must be[^\n]*$/)
})
