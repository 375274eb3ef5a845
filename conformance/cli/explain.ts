/** `explain ID`: the requirements that a check verifies, or the checks of a requirement. */

import { findRequirement, requirements, sectionOf } from '@monitoring-service/contract/requirements'
import type { Check } from '../checks/support/suite.ts'
import { UsageError } from '../client/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import { checks } from './checks.ts'
import { matches } from './settings/selection.ts'

export function explainCommand(id: string | undefined, terminal: Terminal): number {
  if (id === undefined) throw new UsageError('explain what? give the id of a check, or of a requirement')
  const check = checks.find((check) => check.id.toLowerCase() === id.toLowerCase())
  const text = check ? explainCheck(check) : explainGroup(id)
  if (text === undefined)
    throw new UsageError(`there is neither a check nor a requirement ${id}; \`list\` shows the checks`)
  terminal.out(text)
  return 0
}

/** The requirement with this id, or those of a section, and their checks, those of a part, and with this word in the title. */
function explainGroup(name: string): string | undefined {
  const wanted = name.replace(/^§/, '').toLowerCase()
  const stated = requirements.filter(({ id }) => id === wanted || `${sectionOf(id)}.`.startsWith(`${wanted}.`))
  const found = checks.filter(
    (check) =>
      matches(check, name) ||
      stated.some(({ id }) => check.requirementIds.includes(id)) ||
      (/^[a-z]{4}/.test(wanted) && check.title.toLowerCase().includes(wanted)),
  )
  if (found.length + stated.length === 0) return undefined
  const lines = stated.flatMap(({ id, text, needs }) => [
    `§${id} ${text}`,
    ...(needs ? [`The eight operations cannot show it; needed: ${needs}.`] : []),
  ])
  return `${[...lines, ...found.map(({ id, title }) => `  ${id} ${title}`)].join('\n')}\n`
}

function explainCheck({ id, title, part, level, requirementIds, needs }: Check): string {
  const judged = {
    documented: 'Judged at all levels, by what the document states; at the level profile also by openapi.yaml.',
    sound:
      'Judged from the level sound on: the document leaves it open, but no implementation would do otherwise on purpose.',
    profile:
      'Judged at the level profile: the document is silent, openapi.yaml decides. At the level sound, it fails only for a server error (500, 502, 504) or a secret in a response.',
  }[level]
  return [
    `${id} ${title}`,
    `Part: ${part}. ${judged}`,
    'The document:',
    ...requirementIds.map((requirementId) => `  §${requirementId} ${findRequirement(requirementId).text}`),
    `Needs: ${needs.join(', ') || 'the base address only'}.`,
    '',
  ].join('\n')
}
