/** One traffic, two verdicts: what each assertion rests on decides at which level it counts. */

/**
 * - `documented`: a sentence of the service document says so.
 * - `http`: HTTP itself says so.
 * - `implied`: it follows from a name, or from two sentences together.
 * - `profile`: openapi.yaml decided it where the document is silent.
 * - `hardening`: nobody says so, but without it there is a hole.
 */
export const bases = ['documented', 'http', 'implied', 'profile', 'hardening'] as const
export type Basis = (typeof bases)[number]

export const levels = ['documented', 'profile'] as const
export type Level = (typeof levels)[number]

/** From the worst to the best. */
export const outcomes = ['error', 'fail', 'unverified', 'warn', 'pass', 'inapplicable'] as const
export type Outcome = (typeof outcomes)[number]

type Severity = 'fail' | 'warn' | 'nothing'

const weights: Record<Level, Record<Basis, Severity>> = {
  documented: { documented: 'fail', http: 'warn', implied: 'warn', profile: 'nothing', hardening: 'warn' },
  profile: { documented: 'fail', http: 'fail', implied: 'fail', profile: 'fail', hardening: 'warn' },
}

/** What a broken assertion means at a level. */
export function severityOf(provenance: Basis, level: Level): Severity {
  return weights[level][provenance]
}

/** What a check was able to do. */
export type Completion =
  | { kind: 'ran' }
  | { kind: 'unverified'; reason: string; isDown?: boolean }
  | { kind: 'error' | 'inapplicable'; reason: string }

/**
 * The outcome of a check at a level. What was seen to fail stays failed, however the check ended; a check of the
 * profile, or one that made no assertion that counts at this level, has nothing to say there.
 */
export function outcomeAt(
  completion: Completion,
  broken: readonly Basis[],
  asserted: readonly Basis[],
  level: Level,
  checkLevel: Level,
): Outcome {
  if (checkLevel === 'profile' && level === 'documented') return 'inapplicable'
  const found = broken.map((provenance) => severityOf(provenance, level))
  if (found.includes('fail')) return 'fail'
  if (completion.kind !== 'ran') return completion.kind
  if (found.includes('warn')) return 'warn'
  return asserted.some((provenance) => severityOf(provenance, level) !== 'nothing') ? 'pass' : 'inapplicable'
}

/** The worst of several outcomes; of none, that there was nothing to judge. */
export function worst(all: readonly Outcome[]): Outcome {
  return outcomes.find((outcome) => all.includes(outcome)) ?? 'inapplicable'
}

export const verdicts = ['conformant', 'partial', 'nothing seen', 'not conformant', 'error'] as const
export type Verdict = (typeof verdicts)[number]

/**
 * Nothing is conformant of which nothing was seen.
 * @param isWhole whether these are all the outcomes there are, none left out or forgiven.
 */
export function verdictOf(all: readonly Outcome[], isWhole: boolean): Verdict {
  if (all.includes('fail')) return 'not conformant'
  if (all.includes('error')) return 'error'
  if (!all.some((outcome) => outcome === 'pass' || outcome === 'warn')) return 'nothing seen'
  return all.includes('unverified') || !isWhole ? 'partial' : 'conformant'
}
