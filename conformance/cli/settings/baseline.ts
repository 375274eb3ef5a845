/** The baseline: known failures, which do not count unless their entry is outdated. */
import { load as parse } from 'js-yaml'
import { UsageError } from '../../client/usage-error.ts'
import { checks } from '../checks.ts'
import { readUserFile } from './files.ts'
import { createValidator } from './validate.ts'

export interface KnownFailure {
  id: string
  reason: string
  /** The last day on which it is accepted, YYYY-MM-DD. */
  until?: string
}

const findViolation = createValidator({
  type: 'object',
  additionalProperties: false,
  required: ['id', 'reason'],
  properties: {
    id: { type: 'string' },
    reason: { type: 'string', minLength: 1 },
    until: { type: 'string', format: 'date' },
  },
})

/** @throws UsageError with a message of one line. */
export function readBaseline(file: string): KnownFailure[] {
  const entries: unknown = readUserFile(file, parse)
  if (!Array.isArray(entries)) throw new UsageError(`${file} is no list of known failures`)
  return entries.map((entry, index) => readEntry(entry, `${file}: entry ${index + 1}`))
}

function readEntry(entry: unknown, source: string): KnownFailure {
  const { id } = (entry ?? {}) as Partial<KnownFailure>
  const error = findViolation(entry)
  if (error) throw new UsageError([source, id && `(${id})`, ...error.path, error.message].filter(Boolean).join(' '))
  const known = entry as KnownFailure
  const check = checks.find((check) => check.id.toLowerCase() === known.id.toLowerCase())
  return { ...known, id: check?.id ?? known.id }
}

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
