/** Known failures: they do not count, unless their entry is out of date. */
import { readFileSync } from 'node:fs'
import { load as parse } from 'js-yaml'
import { checks } from '../checks/all.ts'
import { unreadable } from './files.ts'
import { UsageError } from './usage-error.ts'

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
    throw new UsageError(unreadable(file, error as NodeJS.ErrnoException))
  }
  if (!Array.isArray(entries)) throw new UsageError(`${file} is no list of known failures`)
  for (const entry of entries) {
    if (typeof entry?.id !== 'string' || typeof entry?.reason !== 'string') {
      throw new UsageError(`${file}: each known failure has an id and a reason`)
    }
  }
  return entries
}

/** The reason of each known failure by the id of its check; those whose time is over are known no more. */
export function reasonsOf(known: KnownFailure[], today: string): Map<string, string> {
  return new Map(known.filter(({ until = today }) => until >= today).map(({ id, reason }) => [id, reason]))
}

/**
 * Why entries are out of date, in words: the check does not fail any more, does not exist, or the time is over.
 * @param failed of the checks that were judged, whether each failed; what was not is not asked about.
 */
export function staleEntries(known: KnownFailure[], failed: Map<string, boolean>, today: string): string[] {
  return known.flatMap(({ id, until = today }) => {
    if (!checks.some((check) => check.id === id)) return [`${id} is known to fail, but there is no such check`]
    if (!failed.has(id)) return []
    if (!failed.get(id)) return [`${id} is known to fail, but does not; take it off the list`]
    return until < today ? [`${id} was known to fail until ${until}; mend it, or say until when`] : []
  })
}
