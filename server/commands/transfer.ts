/** The commands that move records between a store and a file: load, backup, restore. */
import { readFile } from 'node:fs/promises'
import { parseData, readDataFile } from '../store/data-file.ts'
import type { Data } from '../store/records.ts'
import { addCommand, type CommandContext, type Program } from './add-command.ts'
import { assertNewFile, writeBackup } from './backup-file.ts'
import { text } from './values.ts'

export function addTransferCommands(program: Program, { open, now, progress, print }: CommandContext): void {
  const json = '{"records": 120}'

  addCommand(program, 'load', 'adds the records of a data file, all or none', json, 'contract/demo/data.json')
    .argument('<FILE>', 'lists of records; if it has asOf, its times are moved to today', text)
    .action(async (file) => {
      progress(`loading ${file} …`)
      const data = await readDataFile(file, now())
      await (await open({ create: true })).load(data)
      print({ records: size(data) }, `loaded ${size(data)} records`)
    })

  addCommand(program, 'backup', 'writes all records into a new data file', json, 'backup-2025-06-15.json')
    .argument('<FILE>', 'a new file; only its owner may read it, because it holds password hashes', text)
    .action(async (file) => {
      await assertNewFile(file)
      progress(`writing ${file} …`)
      const data = await (await open()).dump()
      if (size(data) === 0) throw new Error('the store is empty; is it the right one?')
      await writeBackup(file, data)
      print({ records: size(data) }, `wrote ${size(data)} records to ${file}`)
    })

  addCommand(
    program,
    'restore',
    'loads the records of a backup into an empty store of any kind',
    json,
    'backup-2025-06-15.json',
  )
    .argument('<FILE>', 'a file that backup wrote', text)
    .action(async (file) => {
      progress(`restoring ${file} …`)
      // Read once, because it may be a pipe.
      const content = await readFile(file, 'utf8').catch((error: Error) => {
        throw new Error(`the backup cannot be read: ${error.message}`)
      })
      const data = parseData(content, now(), file)
      if ('asOf' in JSON.parse(content)) throw new Error(`${file} has asOf, so it is no backup; load it instead`)
      const store = await open({ create: true })
      if (!(await store.isEmpty())) throw new Error('the store is not empty; restore into a new one')
      await store.load(data)
      print({ records: size(data) }, `restored ${size(data)} records`)
    })
}

function size(data: Data): number {
  return Object.values(data).reduce((sum, records) => sum + records.length, 0)
}
