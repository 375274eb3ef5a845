/** Reads the contract again when its file changes; a broken one is told and not used. */
import { statSync, unwatchFile, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import type { Mock } from '../server.ts'
import { readContractFile, withDocument } from './load.ts'

/** How often the file is looked at. Asking works where events do not: in containers, behind links, on shared disks. */
const interval = 150

/** Editors write in several steps; it is read when so many milliseconds have gone by without a change. */
const settling = 200

export interface ContractWatcher {
  /** Stops watching, and waits for what is being read. */
  close(): Promise<void>
}

/**
 * Watches a contract from the moment on in which it said `text`.
 * @param tell is given one line for each change, be it served or not.
 */
export function watchContract(
  file: string,
  text: string,
  mock: Pick<Mock, 'use'>,
  tell: (line: string) => void,
): ContractWatcher {
  const path = resolve(file)
  let seen: string | undefined = text
  let timer: NodeJS.Timeout | undefined
  let reading = Promise.resolve()

  async function read(): Promise<void> {
    let now: string | undefined
    try {
      now = readContractFile(file)
      if (now === seen) return
      await withDocument(now, file, mock.use)
      tell(`${file} has changed and is served`)
    } catch (error) {
      if (now === seen) return
      tell(`${(error as Error).message}; what was served before still is`)
    } finally {
      seen = now
    }
  }
  /** Waits until the file rests. A clock of another machine, which may be ahead, is not waited for. */
  function settle(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const age = ageOf(path)
      if (age >= 0 && age < settling) settle()
      else reading = reading.then(read)
    }, settling)
  }
  watchFile(path, { interval }, settle)
  // For what changed before the first look.
  settle()
  return {
    close() {
      unwatchFile(path, settle)
      clearTimeout(timer)
      return reading
    },
  }
}

/** How long ago a file was written, in milliseconds. */
function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
