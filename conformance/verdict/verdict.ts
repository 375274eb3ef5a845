/** Three verdicts from one run: the basis of each assertion decides at which level it counts. */

/**
 * - `documented`: a requirement of the service document.
 * - `http`: a rule of HTTP.
 * - `implied`: follows from a name, or from two requirements together.
 * - `sound`: the document leaves it open, but no implementation would do otherwise on purpose.
 * - `profile`: a decision of openapi.yaml where the document is silent.
 * - `hardening`: required by none of these, but its absence is a gap in the hardening.
 */
export const bases = ['documented', 'http', 'implied', 'sound', 'profile', 'hardening'] as const
export type Basis = (typeof bases)[number]

export const levels = ['documented', 'sound', 'profile'] as const
export type Level = (typeof levels)[number]

/** From worst to best; `missing`: the operation is not there yet. */
export const outcomes = ['error', 'fail', 'unverified', 'missing', 'warn', 'pass', 'inapplicable'] as const
export type Outcome = (typeof outcomes)[number]

type Severity = 'fail' | 'warn' | 'nothing'

const severities: Record<Level, Record<Basis, Severity>> = {
  documented: {
    documented: 'fail',
    http: 'warn',
    implied: 'warn',
    sound: 'warn',
    profile: 'nothing',
    hardening: 'warn',
  },
  sound: { documented: 'fail', http: 'warn', implied: 'warn', sound: 'fail', profile: 'nothing', hardening: 'warn' },
  profile: { documented: 'fail', http: 'fail', implied: 'fail', sound: 'fail', profile: 'fail', hardening: 'warn' },
}

/** The effect of a violated assertion at a level. */
export function severityOf(basis: Basis, level: Level): Severity {
  return severities[level][basis]
}

/** In a check of the profile, every assertion counts as profile, but for those about soundness. */
export const basisIn = (checkBasis: Basis | undefined, basis: Basis): Basis =>
  checkBasis === 'profile' && basis !== 'sound' ? checkBasis : basis

/** How the execution of a check ended. */
export type Completion =
  | { kind: 'ran' }
  | { kind: 'unverified'; reason: string; isDown?: boolean }
  | { kind: 'error' | 'missing' | 'inapplicable'; reason: string }

/**
 * The outcome of a check at a level. A failure stays a failure, however the check ended. A check without an assertion that
 * counts at this level is inapplicable, and so is a check of the profile at another level, unless the target is unsound.
 */
export function outcomeAt(
  completion: Completion,
  violated: readonly Basis[],
  asserted: readonly Basis[],
  level: Level,
  checkLevel: Level,
): Outcome {
  const isBeyond = checkLevel === 'profile' && level !== 'profile'
  const found = violated.filter((basis) => !isBeyond || basis === 'sound').map((basis) => severityOf(basis, level))
  if (found.includes('fail')) return 'fail'
  if (isBeyond) return found.includes('warn') ? 'warn' : 'inapplicable'
  if (completion.kind !== 'ran') return completion.kind
  if (found.includes('warn')) return 'warn'
  return asserted.some((basis) => severityOf(basis, level) !== 'nothing') ? 'pass' : 'inapplicable'
}

export function worst(all: readonly Outcome[]): Outcome {
  return outcomes.find((outcome) => all.includes(outcome)) ?? 'inapplicable'
}

export type Verdict = 'conformant' | 'partial' | 'nothing seen' | 'not conformant' | 'error'

/** @param isComplete whether no check was left out and no failure is accepted as known. */
export function verdictOf(all: readonly Outcome[], isComplete: boolean): Verdict {
  if (all.includes('fail')) return 'not conformant'
  if (all.includes('error')) return 'error'
  if (!all.some((outcome) => outcome === 'pass' || outcome === 'warn')) return 'nothing seen'
  return all.includes('unverified') || all.includes('missing') || !isComplete ? 'partial' : 'conformant'
}
