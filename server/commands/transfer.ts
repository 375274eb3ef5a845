/** The commands that move records between a store and a file: load, backup, restore, drill. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDataFile } from '../store/data-file.ts'
import type { Data } from '../store/records.ts'
import { addCommand, type CommandContext, type Program, readOnly } from './add-command.ts'
import { assertNewFile, createTally, readBackup, writeBackup } from './backup-file.ts'
import { text } from './values.ts'

export function addTransferCommands(program: Program, { open, now, progress, print }: CommandContext): void {
  const json = '{"records": 120}'

  addCommand(program, 'load', 'adds the records of a data file', json, 'contract/demo/data.json')
    .argument('<FILE>', 'lists of records; if it has asOf, its times are moved to today', text)
    .option('--resume', 'after a load that ended early: add what is missing, and leave the rest as it is')
    .action(async (file, { resume = false }) => {
      progress(`loading ${file} …`)
      const data = await readDataFile(file, now())
      const store = await open({ create: true, isLong: true })
      await store.load(data, resume).catch((cause) => {
        if (cause.code !== 'OUTCOME_UNKNOWN') throw cause
        throw new Error('the load ended early; load --resume of the same file adds the rest', { cause })
      })
      print({ records: size(data) }, `loaded ${size(data)} records`)
    })

  addCommand(program, 'backup', 'writes all records into a new data file', json, 'backup-2025-06-15.json')
    .argument('<FILE>', 'a new file; only its owner may read it, because it holds password hashes', text)
    .action(async (file) => {
      await assertNewFile(file)
      progress(`writing ${file} …`)
      const records = await writeBackup(file, (await open({ isLong: true })).dumpPieces)
      print({ records }, `wrote ${records} records to ${file}`)
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
      let records = 0
      const pieces = counted(readBackup(file, now()), (piece) => {
        records += size(piece)
      })
      await (await open({ create: true, isLong: true })).restore(pieces)
      print({ records }, `restored ${records} records`)
    })

  addCommand(
    program,
    'drill',
    'restores a backup into a temporary SQLite file, or the empty store of --store, and compares every record',
    json,
    'backup-2025-06-15.json',
    'an empty store, never that of STORE_URL; a temporary SQLite file',
  )
    .argument('<FILE>', 'a file that backup wrote', text)
    .action(async (file, { store: url }) => {
      const folder = await mkdtemp(join(tmpdir(), 'monitoring-drill-'))
      try {
        const [given, restored] = [createTally(), createTally()]
        const store = await open({ url: url ?? `sqlite:${join(folder, 'drill.db')}`, create: true, isLong: true })
        await store.restore(counted(readBackup(file, now()), given.add))
        await store.dumpPieces(async (piece) => void restored.add(piece))
        const records = restored.records()
        if (records !== given.records() || restored.sum() !== given.sum()) {
          throw new Error(`the restored records differ: ${records} of ${given.records()}`)
        }
        print({ records }, `restored and compared ${records} records`, readOnly)
      } finally {
        await rm(folder, { recursive: true })
      }
    })
}

async function* counted(pieces: AsyncIterable<Data>, count: (piece: Data) => void): AsyncGenerator<Data> {
  for await (const piece of pieces) {
    count(piece)
    yield piece
  }
}

function size(data: Data): number {
  return Object.values(data).reduce((sum, records) => sum + records.length, 0)
}
