/** Reloads the contract when its file changes; a contract with errors is reported and not used. */
import { statSync, unwatchFile, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import type { Document } from '@monitoring-service/contract'
import { readContractFile, withDocument } from './load.ts'

/** Milliseconds between two looks at the file. Polling also works in containers, through links and on network disks. */
const interval = 150

/** Milliseconds without a change before the file is read, because editors save in several steps. */
const settlingTime = 200

export interface ContractWatcher {
  /** Stops watching, and waits for a reload in progress. */
  close(): Promise<void>
}

/**
 * Watches a contract file.
 * @param text the content of the file that is already in use.
 * @param use takes each new document, and rejects one that cannot be served.
 * @param report gets one line for each change, accepted or not.
 */
export function watchContract(
  file: string,
  text: string,
  use: (document: Document) => Promise<void>,
  report: (line: string) => void,
): ContractWatcher {
  const path = resolve(file)
  let previous: string | undefined = text
  let timer: NodeJS.Timeout | undefined
  let reloading = Promise.resolve()

  async function reload(): Promise<void> {
    let current: string | undefined
    try {
      current = readContractFile(file)
      if (current === previous) return
      await withDocument(current, file, use)
      report(`${file} has changed; the new contract is served`)
    } catch (error) {
      if (current !== previous) report(`${(error as Error).message}; the previous contract is still served`)
    } finally {
      previous = current
    }
  }
  function reloadWhenSettled(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Negative if the file's clock is ahead of this one.
      const age = ageOf(path)
      if (age >= 0 && age < settlingTime) reloadWhenSettled()
      else reloading = reloading.then(reload)
    }, settlingTime)
  }
  watchFile(path, { interval }, reloadWhenSettled)
  // Notices a change between reading the text and the first look.
  reloadWhenSettled()
  return {
    close() {
      unwatchFile(path, reloadWhenSettled)
      clearTimeout(timer)
      return reloading
    },
  }
}

/** Milliseconds since a file was written. */
function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
