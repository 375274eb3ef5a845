/** Which checks are meant by ids, parts of the document or sections. */
import { checks } from '../checks/all.ts'
import { sectionOf } from '../dsl/requirements.ts'
import type { Check } from '../dsl/suite.ts'
import { UsageError } from './config.ts'

/** @throws UsageError if a name means no check at all. */
export function select(only: string[], skip: string[]): Check[] {
  for (const name of [...only, ...skip]) {
    if (!checks.some((check) => isMeant(check, name))) {
      throw new UsageError(`no check is meant by ${JSON.stringify(name)}; \`list\` shows them all`)
    }
  }
  return checks.filter(
    (check) =>
      (only.length === 0 || only.some((name) => isMeant(check, name))) && !skip.some((name) => isMeant(check, name)),
  )
}

function isMeant({ id, part, requirementIds }: Check, name: string): boolean {
  const wanted = name.replace(/^§/, '').toLowerCase()
  return (
    id.toLowerCase() === wanted ||
    id.split('-')[0]?.toLowerCase() === wanted ||
    part.toLowerCase() === wanted ||
    requirementIds.some((cite) => cite === wanted || sectionOf(cite) === wanted)
  )
}
