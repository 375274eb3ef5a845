/** The commands that move records between a store and a file: load, backup, restore, drill. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { readDataFile } from '../store/data-file.ts'
import { newId } from '../store/new-id.ts'
import { type Complete, completeRecords, parseData } from '../store/parse-data.ts'
import type { Data } from '../store/records.ts'
import { addCommand, type CommandContext, lostOutput, type Program, text, UsageError } from './add-command.ts'
import { assertNewFile, createTally, readBackup, writeBackup } from './backup-file.ts'
import { withTemporary } from './with-temporary.ts'

const json = '{"records": 120}'
const backup = 'backup-2025-06-15.json'

export function addTransferCommands(program: Program, context: CommandContext): void {
  addLoad(program, context)
  addBackup(program, context)
  addRestore(program, context)
  addDrill(program, context)
}

function addLoad(program: Program, { open, now, stdin, progress, print, audit }: CommandContext): void {
  addCommand(program, {
    name: 'load',
    summary: 'adds the records of a data file, all or none',
    json: '{"records": 120, "ids": […]}, those that it made',
    example: 'contract/demo/data.json',
  })
    .argument('<FILE>', 'lists of records, or - for stdin; if it has asOf, its times are moved to today', text)
    .action(async (file) => {
      if (file === '-' && stdin.isTTY) throw new UsageError('load - needs a pipe; name a file, or send it to stdin')
      progress(`loading ${file} …`)
      const made = new Map<string, string[]>()
      const makeId = (list: string) => {
        const id = newId(now().getTime())
        const ids = made.get(list) ?? []
        ids.push(id)
        made.set(list, ids)
        return id
      }
      const complete: Complete = (lists, writtenAt, name) => completeRecords(lists, writtenAt, name, makeId)
      const data =
        file === '-'
          ? parseData(await readText(stdin), now(), 'stdin', complete)
          : await readDataFile(file, now(), complete)
      checkTimes(data, now())
      const store = await open({ create: true, isLong: true })
      await store.load(data)
      audit({ added: countLists(data) })
      const ids = [...made].map(([list, ids]) => `${list} ${ids.join(' ')}`)
      const withIds = ids.length > 0 ? `, with new ids: ${ids.join(', ')}` : ''
      print({ records: size(data), ids: [...made.values()].flat() }, `loaded ${size(data)} records${withIds}`)
    })
}

/** The number of records in each list that has any. */
function countLists(data: Data): Record<string, number> {
  const counts = Object.entries(data).map(([list, records]) => [list, records.length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function addBackup(program: Program, { open, progress, print }: CommandContext): void {
  addCommand(program, { name: 'backup', summary: 'writes all records into a new data file', json, example: backup })
    .argument('<FILE>', 'a new file; only its owner may read it, because it holds password hashes', text)
    .action(async (file) => {
      if (file === '-') throw new UsageError('backup needs a file, not stdout, to show that it is complete')
      await assertNewFile(file)
      progress(`writing ${file} …`)
      const records = await writeBackup(file, (await open({ isLong: true })).dumpPieces)
      print({ records }, `wrote ${records} records to ${file}`)
    })
}

function addRestore(program: Program, { open, progress, print }: CommandContext): void {
  addCommand(program, {
    name: 'restore',
    summary: 'loads the records of a backup into an empty store of any kind',
    json,
    example: backup,
  })
    .argument('<FILE>', 'a file that backup wrote', text)
    .action(async (file) => {
      progress(`restoring ${file} …`)
      let records = 0
      const pieces = countPieces(readBackup(file), (piece) => {
        records += size(piece)
      })
      await (await open({ create: true, isLong: true })).restore(pieces)
      print({ records }, `restored ${records} records`)
    })
}

function addDrill(program: Program, { open, print }: CommandContext): void {
  addCommand(program, {
    name: 'drill',
    summary: 'restores a backup into a temporary SQLite file, or the empty store of --store, and compares every record',
    json,
    example: backup,
    ownStore: 'an empty store, never that of STORE_URL; a temporary SQLite file',
  })
    .argument('<FILE>', 'a file that backup wrote', text)
    .action(async (file, { store: url }) => {
      const compare = async (storeUrl: string) => {
        const [given, restored] = [createTally(), createTally()]
        const store = await open({ url: storeUrl, create: true, isLong: true })
        await store.restore(countPieces(readBackup(file), given.add))
        await store.dumpPieces(async (piece) => void restored.add(piece))
        const records = restored.records()
        if (records !== given.records() || restored.sum() !== given.sum()) {
          throw new Error(`the restored records differ: ${records} of ${given.records()}`)
        }
        print({ records }, `restored and compared ${records} records`, lostOutput)
      }
      if (url !== undefined) return compare(url)
      const folder = await makeTemporaryFolder()
      await withTemporary(folder, () => compare(`sqlite:${join(folder, 'drill.db')}`))
    })
}

/** @throws Error in one line that says what to do. */
async function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'monitoring-drill-')).catch((cause: Error) => {
    throw new Error(`no temporary file can be made (${cause.message}): set TMPDIR, or name an empty store by --store`)
  })
}

/** @throws Error in one line that names the first incident whose times are wrong. */
function checkTimes({ incidents }: Data, now: Date): void {
  for (const { id, status, startedAt, resolvedAt } of incidents) {
    const incident = `incident ${JSON.stringify(id)}`
    if (startedAt > now.toISOString()) throw new Error(`${incident} starts in the future, at ${startedAt}`)
    if ((status === 'resolved') !== (resolvedAt !== null) || (resolvedAt ?? startedAt) < startedAt) {
      throw new Error(`${incident} is ${status}, started at ${startedAt}, but has resolvedAt ${resolvedAt}`)
    }
  }
}

/** Shows each piece to `count` on its way. */
async function* countPieces(pieces: AsyncIterable<Data>, count: (piece: Data) => void): AsyncGenerator<Data> {
  for await (const piece of pieces) {
    count(piece)
    yield piece
  }
}

function size(data: Data): number {
  return Object.values(data).reduce((sum, records) => sum + records.length, 0)
}
