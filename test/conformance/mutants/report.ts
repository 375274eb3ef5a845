/** What came of the mutants, in numbers and for people. */
import type { Verdict } from './hunt.ts'

export interface Summary {
  mutants: number
  judged: number
  killed: { documented: number; profile: number; start: number }
  survivors: { equivalent: number; hidden: number; unexplained: number }
  /** Of those that the kit could notice, and that did start, the share that it did. */
  score: { documented: number; profile: number }
  /** Median for one mutant, in milliseconds. */
  milliseconds: number
}

export function summarize(verdicts: Verdict[], mutants: number): Summary {
  const count = (belongs: (verdict: Verdict) => boolean) => verdicts.filter(belongs).length
  const killed = {
    documented: count((verdict) => verdict.killed === 'documented'),
    profile: count((verdict) => verdict.killed === 'profile'),
    start: count((verdict) => verdict.killed === 'start'),
  }
  const survivors = {
    equivalent: count(({ kind }) => kind === 'equivalent'),
    hidden: count(({ kind }) => kind === 'hidden'),
    unexplained: count((verdict) => verdict.killed === undefined && !verdict.kind),
  }
  const noticed = killed.documented + killed.profile
  const noticeable = noticed + survivors.unexplained
  const score = { documented: killed.documented / noticeable || 0, profile: noticed / noticeable || 0 }
  const times = verdicts.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const milliseconds = times[Math.floor(times.length / 2)] ?? 0
  return { mutants, judged: verdicts.length, killed, survivors, score, milliseconds }
}

export function print(verdicts: Verdict[], { mutants, judged, killed, survivors, score, milliseconds }: Summary): void {
  for (const { file, line, within, change, reason, kind, ...verdict } of verdicts) {
    if (verdict.killed !== undefined) continue
    console.log(
      `${file}:${line} ${within.join('.')}\n  ${change}\n  ${kind ?? 'SURVIVES'}${reason ? `: ${reason}` : ''}`,
    )
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  console.log(`
${judged} of ${mutants} mutants, ${(milliseconds / 1000).toFixed(1)} s for one
killed: ${killed.documented} at documented, ${killed.profile} more at profile, ${killed.start} that left nothing to test
survivors: ${survivors.equivalent} equivalent, ${survivors.hidden} hidden, ${survivors.unexplained} without a reason
of those that it can notice, the kit notices ${percent(score.documented)} at documented, ${percent(score.profile)} at profile`)
}
