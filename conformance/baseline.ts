/** Known failures: they do not count, unless their entry is out of date. */
import { readFileSync } from 'node:fs'
import { load as parse } from 'js-yaml'
import { UsageError } from './config.ts'
import type { CheckResult } from './result.ts'
import type { Level } from './verdict.ts'

export interface KnownFailure {
  id: string
  reason: string
  /** The last day on which it is accepted, YYYY-MM-DD. */
  until?: string
}

/** @throws UsageError in one line. */
export function readBaseline(file: string): KnownFailure[] {
  let entries: unknown
  try {
    entries = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  if (!Array.isArray(entries)) throw new UsageError(`${file} is no list of known failures`)
  for (const entry of entries) {
    if (typeof entry?.id !== 'string' || typeof entry?.reason !== 'string') {
      throw new UsageError(`${file}: each known failure has an id and a reason`)
    }
  }
  return entries
}

/** Why entries are out of date, in words: the check does not fail any more, does not exist, or the time is over. */
export function staleEntries(known: KnownFailure[], checks: CheckResult[], level: Level, today: string): string[] {
  return known.flatMap(({ id, until }) => {
    const check = checks.find((check) => check.id === id)
    if (!check) return [`${id} is known to fail, but did not run`]
    if (check.outcome[level] !== 'fail') return [`${id} is known to fail, but does not; take it off the list`]
    return until !== undefined && until < today
      ? [`${id} was known to fail until ${until}; mend it, or say until when`]
      : []
  })
}
