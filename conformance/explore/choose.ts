/** Chooses a step: of several calls the one that was tried least, now and then with a wrong part, or at the same time as others. */
import type { OperationId } from '@monitoring-service/contract'
import type { Action, Step } from './action.ts'
import { type Proposer, proposeCall } from './propose.ts'
import { proposeRecord } from './record-actions.ts'
import { calls, find, isRecord } from './requests.ts'
import { waysToSpoil } from './spoil.ts'

/** How often each kind of call and each way to spoil one was tried, in all sequences of a run. */
export type Tried = Map<string, number>

/** Calls to choose one from. */
const candidates = 4
const probability = { spoiled: 0.15, repeatedDeletion: 0.2, rivals: 0.12 }

/** Operations whose calls may concern the same object at the same time. */
const racing = (Object.keys(calls) as OperationId[]).filter((id) => calls[id].things)

/** @returns none if there is nothing that it can be about. */
export function chooseStep(proposer: Proposer, tried: Tried, operation: Action['operation']): Step {
  const { model, random } = proposer
  if (isRecord(operation)) {
    const record = proposeRecord(proposer, operation)
    return record ? [record] : []
  }
  if (operation === 'listDeletionRequests') return [spoil(proposer, tried, operation, { operation, by: 'anonymous' })]
  const proposals = Array.from({ length: candidates }, () => proposeCall(proposer, operation) ?? []).flat()
  const action = pickLeastTried(proposer, tried, proposals, ({ values, of }) => {
    const subject = find(model, of)
    return JSON.stringify([operation, values, subject && 'state' in subject && subject.state])
  })
  if (!action) return []
  return random.chance(probability.spoiled)
    ? [spoil(proposer, tried, operation, action)]
    : withRivals(proposer, operation, action)
}

function spoil(proposer: Proposer, tried: Tried, operation: OperationId, action: Action): Action {
  // Malformed parts are those of the operation; the other ways are the same for all.
  const keyOf = (way: Action['spoiled']) => `${way?.part ? operation : ''} ${JSON.stringify(way)}`
  const spoiled = pickLeastTried(proposer, tried, waysToSpoil(action, operation), keyOf)
  return { ...action, ...(spoiled && { spoiled }) }
}

/** One of those that were tried least; counts it. */
function pickLeastTried<T>({ random }: Proposer, tried: Tried, all: T[], keyOf: (one: T) => string): T | undefined {
  if (all.length === 0) return undefined
  const timesOf = (one: T) => tried.get(keyOf(one)) ?? 0
  const least = Math.min(...all.map(timesOf))
  const picked = random.pick(all.filter((one) => timesOf(one) === least))
  tried.set(keyOf(picked), least + 1)
  return picked
}

/** The action, and now and then the same one or others at the same time. */
function withRivals(proposer: Proposer, operation: OperationId, action: Action): Step {
  const { random } = proposer
  const { by, values = {}, spoiled } = action
  // The document leaves open whether one code works for several simultaneous requests.
  const isByPassword = operation === 'scheduleAccountDeletion' && values.password === 'usual' && !spoiled
  if (by !== 'anonymous' && isByPassword && random.chance(probability.repeatedDeletion)) return [action, action]
  if (by === 'anonymous' || !racing.includes(operation) || !random.chance(probability.rivals)) return [action]
  const rivals = Array.from({ length: 1 + random.below(2) }, () => {
    const rival = proposeCall(proposer, random.chance(0.6) ? operation : random.pick(racing))
    const isSame = rival?.operation === operation && random.chance(0.7)
    return rival && isSame ? { ...action, by: random.pick([by, rival.by]) } : (rival ?? [])
  })
  return [action, ...rivals.flat()]
}
