/** Selects checks by ids, parts or sections of the document. */

import { sectionOf } from '@monitoring-service/contract/requirements'
import type { Check } from '../../checks/support/suite.ts'
import { UsageError } from '../../client/usage-error.ts'
import { checks } from '../checks.ts'

/** @throws UsageError if a name matches no check, or if no check is left. */
export function select(only: string[], skip: string[]): Check[] {
  for (const name of [...only, ...skip]) {
    if (!checks.some((check) => matches(check, name))) {
      throw new UsageError(`no check is meant by ${JSON.stringify(name)}; \`list\` shows them all`)
    }
  }
  const selected = checks.filter(
    (check) =>
      (only.length === 0 || only.some((name) => matches(check, name))) && !skip.some((name) => matches(check, name)),
  )
  if (selected.length === 0) throw new UsageError('no check is left: --skip leaves out all that are selected')
  return selected
}

/** Whether a check has this id or a requirement of it, or belongs to this part or section. */
export function matches({ id, part, requirementIds }: Check, name: string): boolean {
  const wanted = name.replace(/^§/, '').toLowerCase()
  return (
    id.toLowerCase() === wanted ||
    id.split('-')[0]?.toLowerCase() === wanted ||
    part.toLowerCase() === wanted ||
    requirementIds.some((cite) => cite === wanted || sectionOf(cite) === wanted)
  )
}
