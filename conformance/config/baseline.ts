/** The baseline: known failures, which do not count unless their entry is outdated. */
import { readFileSync } from 'node:fs'
import { load as parse } from 'js-yaml'
import { checks } from '../checks/all.ts'
import { describeReadError } from './files.ts'
import { UsageError } from './usage-error.ts'

export interface KnownFailure {
  id: string
  reason: string
  /** The last day on which it is accepted, YYYY-MM-DD. */
  until?: string
}

/** @throws UsageError with a message of one line. */
export function readBaseline(file: string): KnownFailure[] {
  let entries: unknown
  try {
    entries = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(describeReadError(file, error as NodeJS.ErrnoException))
  }
  if (!Array.isArray(entries)) throw new UsageError(`${file} is no list of known failures`)
  for (const entry of entries) {
    if (typeof entry?.id !== 'string' || typeof entry?.reason !== 'string') {
      throw new UsageError(`${file}: each known failure has an id and a reason`)
    }
  }
  return entries
}

/** The reason of each known failure that has not expired, by the id of its check. */
export function currentReasons(known: KnownFailure[], today: string): Map<string, string> {
  return new Map(known.filter(({ until = today }) => until >= today).map(({ id, reason }) => [id, reason]))
}

/**
 * The entries whose check passes, does not exist, or whose date has passed.
 * @param failed whether each judged check failed; entries of other checks are skipped.
 */
export function staleEntries(known: KnownFailure[], failed: Map<string, boolean>, today: string): string[] {
  return known.flatMap(({ id, until = today }) => {
    if (!checks.some((check) => check.id === id)) return [`${id} is known to fail, but there is no such check`]
    if (!failed.has(id)) return []
    if (!failed.get(id)) return [`${id} is known to fail, but does not; take it off the list`]
    return until < today ? [`${id} was known to fail until ${until}; fix it, or extend the date`] : []
  })
}
