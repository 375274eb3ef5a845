/** The commands that move records between a store and a file. */
import { readFile } from 'node:fs/promises'
import { parseData, readDataFile } from '../store/data-file.ts'
import type { Data } from '../store/records.ts'
import { checkFree, writeBackup } from './backup-file.ts'
import { command } from './command.ts'
import { file } from './value-types.ts'

export const load = command({
  makesStore: true,
  summary: 'adds the records of a data file, all or none',
  argument: { about: 'lists of records; if it says asOf, its times are moved to today', takes: file },
  flags: {},
  example: 'contract/demo/data.json',
  prints: '{"records": 120}',
  async run({ argument }, { open, now, tell }) {
    tell(`loading ${argument} …`)
    const data = await readDataFile(argument, now())
    await (await open()).load(data)
    return { json: { records: size(data) }, text: `loaded ${size(data)} records` }
  },
})

export const backup = command({
  summary: 'writes all records into a new data file',
  argument: { about: 'is not there yet; only its owner may read it, for it holds password hashes', takes: file },
  flags: {},
  example: 'backup-2025-06-15.json',
  prints: '{"records": 120}',
  async run({ argument }, { open, tell }) {
    await checkFree(argument)
    tell(`writing ${argument} …`)
    const data = await (await open()).dump()
    if (size(data) === 0) throw new Error('the store is empty; is it the right one?')
    await writeBackup(argument, data)
    return { json: { records: size(data) }, text: `wrote ${size(data)} records to ${argument}` }
  },
})

export const restore = command({
  makesStore: true,
  summary: 'puts the records of a backup into an empty store, of whatever kind',
  argument: { about: 'what backup wrote', takes: file },
  flags: {},
  example: 'backup-2025-06-15.json',
  prints: '{"records": 120}',
  async run({ argument }, { open, now, tell }) {
    tell(`restoring ${argument} …`)
    // Read once, for it may be a pipe.
    const text = await readFile(argument, 'utf8').catch((error: Error) => {
      throw new Error(`the backup cannot be read: ${error.message}`)
    })
    const data = parseData(text, now(), argument)
    if ('asOf' in JSON.parse(text)) throw new Error(`${argument} says asOf, so it is no backup; load it instead`)
    const store = await open()
    if (!(await store.isEmpty())) throw new Error('the store is not empty; restore into a new one')
    await store.load(data)
    return { json: { records: size(data) }, text: `restored ${size(data)} records` }
  },
})

function size(data: Data): number {
  return Object.values(data).reduce((sum, records) => sum + records.length, 0)
}
