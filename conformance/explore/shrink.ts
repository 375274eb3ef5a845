/** Shortens a sequence that shows a fault: to the objects of the failed action first, then step by step. */

import type { Finding } from '../verdict/finding.ts'
import type { Action, Step } from './action.ts'
import { keyOf, placeIn, type SequenceRun } from './sequence.ts'

export interface Shrunk {
  run: SequenceRun
  finding: Finding
  /** The indexes of the steps that matter. */
  kept: number[]
  /** A new sequence showed it again. */
  isReproduced: boolean
}

/** New sequences that may be run for one fault. */
const mostAttempts = 20

/** @param replay runs a sequence with new accounts and objects; undefined if the budget is used up. */
export async function shrink(
  found: SequenceRun,
  finding: Finding,
  replay: (steps: Step[]) => Promise<SequenceRun | undefined>,
): Promise<Shrunk> {
  let attempts = 0
  let best = cut(found, finding)
  const upTo = (run: SequenceRun, one: Finding) => run.sequence.slice(0, placeIn(run, one) + 1)
  const all = upTo(found, finding)
  const steps = () => upTo(best.run, best.finding)

  /** Returns whether the sequence still shows the fault. */
  async function shows(candidate: Step[]): Promise<boolean> {
    if (attempts === mostAttempts) return false
    attempts += 1
    const run = await replay(candidate)
    const again = run?.record.findings.find((one) => keyOf(run, one) === keyOf(found, finding))
    if (!run || !again) return false
    best = { run, finding: again, kept: [...upTo(run, again).keys()], isReproduced: true }
    return true
  }

  if (!(await shows(best.kept.flatMap((index) => [all[index] ?? []]))) && !(await shows(all))) return best
  // Removes blocks from the end, each pass half as large; the last step stays. What still shows the fault has fewer steps.
  for (let size = Math.ceil((steps().length - 1) / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = steps().length - 1 - size; start >= 0; start -= size) {
      const candidate = steps().toSpliced(start, size)
      if (candidate.length < steps().length) await shows(candidate)
    }
  }
  return best
}

/** Keeps the steps that share an object or an account with the last one, directly or through others; sends nothing. */
export function cut(run: SequenceRun, finding: Finding): Shrunk {
  const at = placeIn(run, finding)
  const steps = run.sequence.slice(0, at + 1)
  const names = new Set(steps.at(-1)?.flatMap(namesOf))
  for (let before = -1; before !== names.size; ) {
    before = names.size
    const related = steps.flat().filter((action) => namesOf(action).some((name) => names.has(name)))
    for (const name of related.flatMap(namesOf)) names.add(name)
  }
  const isRelated = (action: Action) =>
    action.operation === 'account' || namesOf(action).some((name) => names.has(name))
  const kept = [...steps.keys()].filter((index) => index === at || steps[index]?.some(isRelated))
  return { run, finding, kept, isReproduced: false }
}

/** Callers take part in most steps, so they relate those only that are about themselves. */
function namesOf({ by, of, name, uses = [] }: Action): string[] {
  return [of ?? name ?? by, name, ...uses].filter((one) => one !== undefined && one !== 'anonymous') as string[]
}
