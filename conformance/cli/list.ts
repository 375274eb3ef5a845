/** `list`: all checks, with their requirements and the fixtures that they need. */

import type { Terminal } from '../report/console.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

export function listCommand(config: Config, terminal: Terminal): number {
  if (config.json) {
    const checks = select(config.only, config.skip).map(({ id, title, part, level, needs, requirementIds }) => {
      return { id, title, part, level, needs, requirements: requirementIds }
    })
    terminal.out(`${JSON.stringify(checks, null, 2)}\n`)
    return 0
  }
  let part = ''
  for (const check of select(config.only, config.skip)) {
    if (check.part !== part) terminal.out(`${part === '' ? '' : '\n'}${check.part}\n`)
    part = check.part
    const level = check.level === 'documented' ? '' : `, ${check.level}`
    const needs = check.needs.length > 0 ? `; needs ${check.needs.join(', ')}` : ''
    terminal.out(`  ${check.id.padEnd(11)} ${check.title} (§${check.requirementIds.join(' §')}${level}${needs})\n`)
  }
  return 0
}
