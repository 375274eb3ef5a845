/** The requirements that each fault broke in the last complete run, in kills.json: a change of the kit must not lose any of it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Level, levels } from '../verdict/verdict.ts'
import type { Trial } from './trial.ts'

/** The lowest level that a fault fails, and the requirements that it violates there. */
export interface Kill {
  level: Level
  requirements: string[]
}

const file = new URL('kills.json', import.meta.url)

/** By the id of the fault, as in `"documented: 3.1d 4.3c"`; a fault that survives is absent. */
type KillsFile = Record<string, string>

export function readKills(): Map<string, Kill> {
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as KillsFile)
  return new Map(
    entries.map(([id, text]) => {
      const [level, ids = ''] = text.split(': ')
      return [id, { level: level as Level, requirements: ids.split(' ').filter(Boolean) }]
    }),
  )
}

export function writeKills(kills: ReadonlyMap<string, Kill>): void {
  const format = ({ level, requirements }: Kill) => `${level}: ${requirements.join(' ')}`
  const entries = [...kills].map(([id, kill]) => [id, format(kill)] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

export function killOf({ failed, result }: Pick<Trial, 'failed' | 'result'>): Kill | undefined {
  const level = levels.find((one) => failed[one].length > 0)
  if (!level) return undefined
  const requirements = result.requirements.filter(({ outcome }) => outcome[level] === 'fail').map(({ id }) => id)
  return { level, requirements }
}

/** The lost kills in words; empty if nothing is lost. */
export function describeLoss(before: Kill | undefined, now: Kill | undefined): string {
  if (!before) return ''
  if (!now) return `not found any more at ${before.level}`
  const isWeaker = levels.indexOf(now.level) > levels.indexOf(before.level)
  if (isWeaker) return `found at ${now.level} only, at ${before.level} before`
  const missing = before.requirements.filter((id) => !now.requirements.includes(id))
  return missing.length > 0 ? `does not violate ${missing.join(', ')} any more` : ''
}
