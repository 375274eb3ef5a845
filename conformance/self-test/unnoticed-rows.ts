/** `--rows`: takes each row out of the model of the document, one at a time, and lists those that nothing misses. */
import { operations } from '../document/operations.ts'
import type { Terminal } from '../report/console.ts'
import { levels } from '../verdict/verdict.ts'
import { faults } from './faults/index.ts'
import { describeLoss, killOf, readKills } from './kills.ts'
import { runTrial, type Trial } from './trial.ts'
import { variants } from './variants/index.ts'

type Operation = NonNullable<(typeof operations)[keyof typeof operations]>
type Row = { [field in 'path' | 'condition' | 'cites' | 'basis']?: unknown }
type Attempt = () => Promise<boolean>

export async function listUnnoticedRows(ids: string[], terminal: Terminal): Promise<number> {
  let unnoticed = 0
  for (const operation of Object.values(operations)) {
    if (ids.length > 0 && !ids.includes(operation.id)) continue
    const { refusals, open, shows, items } = operation
    const kinds: Record<string, Row[]> = { refusals, open, shows, items: items?.shows ?? [] }
    for (const [kind, rows] of Object.entries(kinds)) {
      for (const [index, row] of [...rows].entries()) {
        rows.splice(index, 1)
        const isMissed = await someHolds(attemptsFor(operation, kind, row))
        rows.splice(index, 0, row)
        if (isMissed) continue
        unnoticed += 1
        const { condition, path, cites, basis } = row
        terminal.out(`${operation.id} ${kind} ${index + 1}: ${JSON.stringify({ condition, path, cites, basis })}\n`)
      }
    }
  }
  terminal.out(`rows that nothing misses: ${unnoticed}\n`)
  return unnoticed === 0 ? 0 : 1
}

/** A refusal or a doubt is missed by what is legal, a claim by the faults that violate the same requirements. */
function attemptsFor(operation: Operation, kind: string, row: Row): Attempt[] {
  const ids = citedBy([row])
  const sections = new Set(citedBy([...operation.refusals, ...operation.shows]).map(sectionOf))
  const run = async (only: string[]) => isAccused(await runTrial({ checksWords: true }, only), true)
  // The checks of its own section miss most rows, and are a small part of all.
  const clean: Attempt[] = [() => run([...sections].filter((section) => section.startsWith('4.'))), () => run([])]
  if (kind === 'refusals' || kind === 'open') {
    const concerned = variants.filter(({ section }) => sections.has(section))
    return [...clean, ...concerned.map((variant) => async () => isAccused(await runTrial({ variant }), false))]
  }
  const isCited = (id: string) => (ids.length > 0 ? ids.includes(id) : sections.has(sectionOf(id)))
  return [...readKills()].flatMap(([id, before]): Attempt[] => {
    const fault = faults.find((one) => one.id === id)
    if (!fault || !before.requirements.some(isCited)) return []
    return [async () => describeLoss(before, killOf(await runTrial({ fault }))) !== '']
  })
}

const citedBy = (rows: Row[]): string[] => rows.flatMap(({ cites }) => (Array.isArray(cites) ? cites : []))
const sectionOf = (id: string) => id.slice(0, -1)

/** @param isClean also judged by the profile, and by the words of the scenarios. */
const isAccused = ({ failed, result }: Trial, isClean: boolean) =>
  result.checks.some(({ outcome }) => outcome.profile === 'error') ||
  levels.some((level) => (isClean || level !== 'profile') && failed[level].length > 0)

async function someHolds(attempts: Attempt[]): Promise<boolean> {
  for (const attempt of attempts) if (await attempt()) return true
  return false
}
