/** Reloads a file when it changes; content with errors is reported and not used. */
import { statSync, unwatchFile, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import { readTextFile } from './contract-file/load.ts'

/** Milliseconds between two looks at the file. Polling also works in containers, through links and on network disks. */
const interval = 150

/** Milliseconds without a change before the file is read, because editors save in several steps. */
const settlingTime = 200

export interface Watcher {
  /** Stops watching, and waits for a reload in progress. */
  close(): Promise<void>
}

export interface WatchedFile {
  /** Its path. */
  file: string
  /** The content that is already in use. */
  text: string
  /** Names the content in reports. */
  kind: 'contract' | 'configuration'
  /** Takes new content, or rejects it with a one-line message. */
  use(text: string): Promise<void>
}

/** @param report gets one line for each change, accepted or not. */
export function watchTextFile({ file, text, kind, use }: WatchedFile, report: (line: string) => void): Watcher {
  const path = resolve(file)
  let previous: string | undefined = text
  let timer: NodeJS.Timeout | undefined
  let reloading = Promise.resolve()

  async function reload(): Promise<void> {
    let current: string | undefined
    try {
      current = readTextFile(file)
      if (current === previous) return
      await use(current)
      report(`${file} has changed; the new ${kind} is used`)
    } catch (error) {
      if (current !== previous) report(`${(error as Error).message}; the previous ${kind} is still used`)
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
