/** `explain ID`: the sentences of the document that a check is about, or the checks of a sentence. */
import { checks } from '../checks/all.ts'
import { UsageError } from '../config/config.ts'
import { findRequirement, requirements } from '../dsl/requirements.ts'
import type { Check } from '../dsl/suite.ts'
import type { Terminal } from '../report/console.ts'

export function explainCommand(id: string | undefined, terminal: Terminal): number {
  if (id === undefined) throw new UsageError('explain what? give the id of a check, or of a sentence')
  const check = checks.find((check) => check.id.toLowerCase() === id.toLowerCase())
  const sentence = requirements.find((sentence) => sentence.id === id.replace(/^§/, ''))
  if (check) terminal.out(explainCheck(check))
  else if (sentence) terminal.out(explainSentence(sentence.id))
  else throw new UsageError(`there is neither a check nor a sentence ${id}; \`list\` shows the checks`)
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
    ...requirementIds.map((cite) => `  §${cite} ${findRequirement(cite).text}`),
    `Needs: ${needs.join(', ') || 'the base address only'}.`,
    '',
  ].join('\n')
}

function explainSentence(id: string): string {
  const { text, needs } = findRequirement(id)
  const held = checks.filter(({ requirementIds }) => requirementIds.includes(id))
  return [
    `§${id} ${text}`,
    ...(needs ? [`The eight operations cannot show it; needed: ${needs}.`] : []),
    ...held.map((check) => `  ${check.id} ${check.title}`),
    '',
  ].join('\n')
}
