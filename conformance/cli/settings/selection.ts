/** Selects checks by ids, parts, sections of the document or operations. */

import { type OperationId, operations } from '@monitoring-service/contract'
import { sectionOf } from '@monitoring-service/contract/requirements'
import type { Check } from '../../checks/support/suite.ts'
import { UsageError } from '../../client/usage-error.ts'
import { operations as documented } from '../../document/operations.ts'
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

/** The sections of operations with this path, or whose id begins like this, unless the ids of checks do. */
function sectionsOf(name: string): string[] {
  if (name === '' || checks.some(({ id }) => id.split('-')[0]?.toLowerCase() === name)) return []
  const isMeant = (id: OperationId) =>
    id.toLowerCase().startsWith(name) || new RegExp(`^${operations[id].path.replace('{id}', '[^/]+')}$`, 'i').test(name)
  // Document 4 has a section for each, in this order.
  return (Object.keys(documented) as OperationId[]).flatMap((id, index) => (isMeant(id) ? [`4.${index + 1}`] : []))
}

/** Whether a check has this id or a requirement of it, or belongs to this part, section or operation. */
export function matches({ id, part, requirementIds }: Check, name: string): boolean {
  const wanted = name.replace(/^§/, '').toLowerCase()
  const sections = [wanted, ...sectionsOf(wanted)]
  return (
    id.toLowerCase() === wanted ||
    id.split('-')[0]?.toLowerCase() === wanted ||
    part.toLowerCase() === wanted ||
    requirementIds.some((cite) => cite === wanted || sections.includes(sectionOf(cite)))
  )
}
