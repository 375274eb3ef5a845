/** Reads the contract again when its file changes; a broken one is told and not used. */
import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { readContract } from '@monitoring-service/contract/files'
import type { Mock } from './mock.ts'

/** Editors write in several steps; what comes within so many milliseconds is one change. */
const settling = 50

export function watchContract(file: string, mock: Pick<Mock, 'use'>, tell: (line: string) => void) {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  // The folder, for many an editor puts a new file in the old one's place.
  const watcher = watch(dirname(path), (_, name) => {
    if (name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(reload, settling)
  })

  async function reload(): Promise<void> {
    try {
      await mock.use(readContract(path))
      tell(`${file} has changed and is served`)
    } catch (error) {
      tell(`${file} has changed and is not served: ${(error as Error).message}`)
    }
  }

  return {
    async close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
