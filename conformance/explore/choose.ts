/** Chooses an action: of several possible ones it takes the one whose pairs of properties were tried least. */
import type { OperationId } from '@monitoring-service/contract'
import type { Action, Step } from './action.ts'
import { featuresOf } from './features.ts'
import { calls, isRecord } from './operations.ts'
import { type Proposer, proposeCall } from './propose.ts'
import { proposeRecord } from './records.ts'
import { waysToSpoil } from './spoil.ts'

/** How often each pair of properties was tried, in all sequences of a run. */
export type Coverage = Map<string, number>

/** Actions to choose one from. */
const candidates = 32
const spoiledShare = 0.15

/** Requests that may concern the same object at the same time. */
const racing = (Object.keys(calls) as OperationId[]).filter((id) => calls[id].things)

/** @returns none if there is nothing that it can be about. */
export function chooseStep(proposer: Proposer, coverage: Coverage, operation: Action['operation']): Step {
  if (isRecord(operation)) return [proposeRecord(proposer, operation) ?? []].flat()
  if (operation === 'listDeletionRequests')
    return [spoil(proposer, coverage, operation, { operation, by: 'anonymous' })]
  let best: { action: Action; pairs: string[]; score: number } | undefined
  for (let index = 0; index < candidates; index++) {
    const action = proposeCall(proposer, operation)
    if (!action) break
    const features = featuresOf(proposer, action)
    if (!features) continue
    const pairs = pairsOf(operation, features)
    const novelty = (key: string) => 1 / (1 + (coverage.get(key) ?? 0))
    // A value that was never tried comes first.
    const newest = Math.max(...features.map((one) => novelty(`${operation}: ${one}`)))
    const score = newest + pairs.reduce((sum, pair) => sum + novelty(pair), 0) / pairs.length
    if (score > (best?.score ?? 0)) best = { action, pairs, score }
  }
  if (!best) return []
  for (const pair of best.pairs) count(coverage, pair)
  // Spoiled after the choice: each way to spoil a call is new, so that coverage would choose nothing else.
  if (proposer.random.chance(spoiledShare)) return [spoil(proposer, coverage, operation, best.action)]
  return withRivals(proposer, operation, best.action)
}

const count = (coverage: Coverage, key: string) => coverage.set(key, (coverage.get(key) ?? 0) + 1)

function pairsOf(operation: OperationId, features: string[]): string[] {
  return features.flatMap((one, index) => [
    `${operation}: ${one}`,
    ...features.slice(index + 1).map((other) => `${operation}: ${one} | ${other}`),
  ])
}

/** In a way that was tried least. */
function spoil({ random }: Proposer, coverage: Coverage, operation: OperationId, action: Action): Action {
  const ways = waysToSpoil(action, operation)
  // Malformed parts are those of the operation; the other ways are the same for all.
  const keyOf = (way: NonNullable<Action['spoiled']>) => `${way.part ? operation : ''} ${JSON.stringify(way)}`
  const tried = (way: NonNullable<Action['spoiled']>) => coverage.get(keyOf(way)) ?? 0
  const least = Math.min(...ways.map(tried))
  const spoiled = random.pick(ways.filter((way) => tried(way) === least))
  count(coverage, keyOf(spoiled))
  return { ...action, spoiled }
}

/** The action, and now and then the same one or others at the same time. */
function withRivals(proposer: Proposer, operation: OperationId, action: Action): Step {
  const { random } = proposer
  const { by, values = {}, spoiled } = action
  // The document leaves open whether one code works for several simultaneous requests.
  const isByPassword = operation === 'scheduleAccountDeletion' && values.password === 'usual' && !spoiled
  if (by !== 'anonymous' && isByPassword && random.chance(0.2)) return [action, action]
  if (by === 'anonymous' || !racing.includes(operation) || !random.chance(0.12)) return [action]
  const rivals = Array.from({ length: 1 + random.below(2) }, () => {
    const rival = proposeCall(proposer, random.chance(0.6) ? operation : random.pick(racing))
    const isSame = rival?.operation === operation && random.chance(0.7)
    return rival && isSame ? { ...action, by: random.pick([by, rival.by]) } : (rival ?? [])
  })
  return [action, ...rivals.flat()]
}
