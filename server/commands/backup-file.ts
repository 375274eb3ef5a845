/** Writes and reads backups: one record a line, in a file that appears as a whole or not at all. */
import { hash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, lstat, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeReason } from '@monitoring-service/http'
import { checkShape } from '../store/record-shape.ts'
import { checkUsers, type Data, emptyData } from '../store/records.ts'
import { withTemporary } from './with-temporary.ts'

/** The first line. */
const header = '{"backup":1}'
const recordsPerPiece = 1_000
/** How much is written between two syncs, in characters. A commit of a server on the same disk waits for a whole sync. */
const longestSync = 1_000_000
/** Owners come first, so that each piece can be restored alone. */
const order = ['teams', 'users', 'monitors', 'services', 'incidents', 'dailyStats', 'attempts'] as const

/** @throws Error in one line if the file exists. */
export async function assertNewFile(file: string): Promise<void> {
  const exists = await lstat(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new Error(`${file} exists already; name a new file`)
}

/** Counts records, and adds up their hashes, which is the same in any order of records and fields. */
export function createTally() {
  let [records, sum] = [0, 0n]
  return {
    add(piece: Data): void {
      for (const line of toLines(piece, canonical)) {
        sum += hash('sha256', line, 'buffer').readBigUInt64LE()
        records++
      }
    },
    records: () => records,
    sum: () => sum,
  }
}

/** Makes records of different stores equal, for JSON.stringify: fields and lists in order, e-mails in lower case. */
function canonical(key: string, value: unknown): unknown {
  if (key === 'email') return String(value).toLowerCase()
  if (Array.isArray(value)) return [...new Set(value)].sort()
  return typeof value === 'object' && value ? Object.fromEntries(Object.entries(value).sort()) : value
}

function toLines(piece: Data, replacer?: typeof canonical): string[] {
  return order.flatMap((name) => piece[name].map((record) => `${JSON.stringify({ [name]: record }, replacer)}\n`))
}

type Dump = (use: (piece: Data) => Promise<void>) => Promise<void>

/** Writes the pieces that `dump` hands over, and returns the number of records. @throws Error in one line. */
export async function writeBackup(file: string, dump: Dump): Promise<number> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  let records = 0
  try {
    await withTemporary(temporary, async () => {
      // wx: overwrites no file and follows no link.
      await withHandle(await open(temporary, 'wx', 0o600), async (handle) => {
        await handle.appendFile(`${header}\n`)
        records = await appendPieces(handle, dump)
        // The last line shows that the file is complete.
        await handle.appendFile(`${JSON.stringify({ records })}\n`)
        await handle.sync()
      })
      if (records === 0) throw new Error('the store is empty; is it the right one?')
      await publish(temporary, file)
    })
  } catch (error) {
    throw new Error(`no backup was written: ${describeReason(error)}`)
  }
  // A power failure could undo the new name until the folder is synced.
  await withHandle(await open(dirname(file)), (folder) => folder.sync())
  return records
}

async function appendPieces(handle: FileHandle, dump: Dump): Promise<number> {
  let [records, unsynced] = [0, 0]
  await dump(async (piece) => {
    const lines = toLines(piece)
    records += lines.length
    const text = lines.join('')
    await handle.appendFile(text)
    unsynced += text.length
    if (unsynced < longestSync) return
    await handle.datasync()
    unsynced = 0
  })
  return records
}

/** Gives the file its name, unless another file has it by now. The caller removes the temporary name. */
async function publish(temporary: string, file: string): Promise<void> {
  try {
    // In one step, where a look and a rename would be two.
    await link(temporary, file)
  } catch (error) {
    await assertNewFile(file)
    // Not every file system has links.
    if (!/^(?:EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EMLINK)$/.test(String((error as NodeJS.ErrnoException).code))) throw error
    await rename(temporary, file)
  }
}

/** Reads a backup once, in pieces, since it may be a pipe. @throws Error in one line if it is no complete backup. */
export async function* readBackup(file: string): AsyncGenerator<Data> {
  const lines = readLines(file)
  const { value: first = '' } = await lines.next()
  if (first.trimEnd() !== header) throw damagedAt(file, `its first line is not ${header}; a data file is for load`)
  let piece = emptyData()
  let records = 0
  let lineNumber = 1
  /** The number of records by the last line. */
  let expected: number | undefined
  for await (const line of lines) {
    lineNumber++
    const damaged = (why: string) => damagedAt(file, `line ${lineNumber}: ${why}`)
    const [[name, record] = ['', undefined]] = Object.entries(parseLine(line, damaged))
    if (name === 'records') {
      expected = Number(record)
      continue
    }
    if (expected !== undefined || !Object.hasOwn(piece, name)) throw damaged(`unknown ${line.slice(0, 60)}`)
    const list: unknown[] = piece[name as keyof Data]
    list.push(record)
    records++
    if (records % recordsPerPiece > 0) continue
    checkPiece(piece, file)
    yield piece
    piece = emptyData()
  }
  checkPiece(piece, file)
  yield piece
  if (records !== expected) throw damagedAt(file, `it ends after ${records} records`)
}

const damagedAt = (file: string, why: string) => new Error(`${file} is damaged, or no backup (${why}): use another one`)

function checkPiece(piece: Data, file: string): void {
  checkShape(piece, file)
  checkUsers(piece, file)
}

function parseLine(line: string, damaged: (why: string) => Error): object {
  try {
    return Object(JSON.parse(line))
  } catch {
    throw damaged('not well-formed JSON')
  }
}

/** Not by readline, for which a U+2028 in a name ends a line, and which replaces bytes that are not UTF-8. */
async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of createReadStream(file)) {
      const lines = decoder.decode(chunk, { stream: true }).split('\n')
      lines[0] = rest + lines[0]
      rest = lines.pop() ?? ''
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    throw new Error(`the backup cannot be read: ${(error as Error).message}`)
  }
  if (rest !== '') yield rest
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  await work(handle).finally(() => handle.close())
}
