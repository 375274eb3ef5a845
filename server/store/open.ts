/** Opens the store that a URL names. */
import { Memory } from 'lowdb'
import { durableFile } from './file.ts'
import { openLowdbStore } from './lowdb.ts'
import type { Store } from './store.ts'

/**
 * `memory:` forgets everything at the end, `file:PATH` keeps it in one JSON file.
 * @throws Error if the URL names no store, or the file is not one of ours.
 */
export async function openStore(url: string): Promise<Store> {
  if (url === 'memory:') return openLowdbStore(new Memory())
  if (/^file:./.test(url)) return openLowdbStore(await durableFile(url.slice('file:'.length)))
  throw new Error(`the store must be memory: or file:PATH, not ${JSON.stringify(url)}`)
}
