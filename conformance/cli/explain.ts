/** `explain ID`: the requirements that a check verifies, or the checks of a requirement. */
import { checks } from '../checks/all.ts'
import { UsageError } from '../config/usage-error.ts'
import { findRequirement, type Requirement, requirements } from '../dsl/requirements.ts'
import type { Check } from '../dsl/suite.ts'
import type { Terminal } from '../report/console.ts'

export function explainCommand(id: string | undefined, terminal: Terminal): number {
  if (id === undefined) throw new UsageError('explain what? give the id of a check, or of a requirement')
  const check = checks.find((check) => check.id.toLowerCase() === id.toLowerCase())
  const requirement = requirements.find((requirement) => requirement.id === id.replace(/^§/, ''))
  if (check) terminal.out(explainCheck(check))
  else if (requirement) terminal.out(explainRequirement(requirement))
  else throw new UsageError(`there is neither a check nor a requirement ${id}; \`list\` shows the checks`)
  return 0
}

function explainCheck({ id, title, part, level, requirementIds, needs }: Check): string {
  const judged =
    level === 'documented'
      ? 'Judged at both levels: by what the document states, and by what openapi.yaml decided.'
      : 'Judged at the level profile only: the document is silent, openapi.yaml decided.'
  return [
    `${id} ${title}`,
    `Part: ${part}. ${judged}`,
    'The document:',
    ...requirementIds.map((requirementId) => `  §${requirementId} ${findRequirement(requirementId).text}`),
    `Needs: ${needs.join(', ') || 'the base address only'}.`,
    '',
  ].join('\n')
}

function explainRequirement({ id, text, needs }: Requirement): string {
  const verifying = checks.filter(({ requirementIds }) => requirementIds.includes(id))
  return [
    `§${id} ${text}`,
    ...(needs ? [`The eight operations cannot show it; needed: ${needs}.`] : []),
    ...verifying.map((check) => `  ${check.id} ${check.title}`),
    '',
  ].join('\n')
}
