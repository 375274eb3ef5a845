/** Clocks of single programs that can be set while they run, by Debian's package faketime. */
import { globSync, renameSync, writeFileSync } from 'node:fs'

export interface Clock {
  /** The variables of a program with this clock. */
  env: NodeJS.ProcessEnv
  /** @param offset from the machine's clock, such as `+31d`. */
  set(offset: string): void
}

/**
 * @param file holds the offset.
 * @throws Error in one line if the package is missing.
 */
export function createClock(file: string): Clock {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (!library) throw new Error('missing: libfaketime.so.1; apt-get install faketime')
  const set = (offset: string) => {
    writeFileSync(`${file}.new`, `${offset}\n`)
    renameSync(`${file}.new`, file)
  }
  set('+0')
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // A step of the clock moves no timer.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}
