/** Generates a sequence: records first, then calls, and at the end the final state. */
import type { Model } from '../document/state.ts'
import { roles } from '../records/roles.ts'
import type { Action, RecordKind, Step } from './action.ts'
import { type Coverage, chooseStep } from './choose.ts'
import { finalState } from './final-state.ts'
import { limitNames } from './listing.ts'
import { calls, find, isRecord, records } from './operations.ts'
import type { Proposer } from './propose.ts'
import type { Random } from './random.ts'
import { proposeAccount, proposeRecord } from './records.ts'
import type { Source } from './sequence.ts'

export interface Sources {
  hasHook: boolean
  hasAdminKey: boolean
}

interface Settings extends Sources {
  random: Random
  coverage: Coverage
  missing: ReadonlySet<string>
  /** The number of steps before the final state. */
  length: number
}

/** Records of one team that may affect each other. */
const cluster: RecordKind[] = [
  'monitor',
  'monitor',
  'monitor',
  'service',
  'service',
  'incident',
  'incident',
  'incident',
]

export function createGenerator({ random, coverage, missing, length, hasHook, hasAdminKey }: Settings): Source {
  const shares = Object.entries({ ...calls, ...(hasHook && records) }) as [Action['operation'], typeof calls.login][]
  const operations = shares.flatMap(([name, { share, things }]) =>
    Array.from({ length: things && !hasHook ? 0 : share }, () => name),
  )
  const made = new Map<string, Action>()
  let [steps, names] = [0, 0]
  let lastTeam: string | undefined
  let final: Step[] | undefined
  /** Records that are made first. */
  const pending: ((proposer: Proposer) => Action | undefined)[] = []
  const newName = (kind: string) => {
    names += 1
    return `${kind}${names}`
  }
  const list = (): Action | undefined =>
    hasAdminKey
      ? { operation: 'listDeletionRequests', by: 'anonymous', values: { limit: random.pick(limitNames) } }
      : undefined

  function addRecords(model: Model): void {
    if (!hasHook) return
    const writer = Object.values(model.accounts).find(({ madeAs }) => madeAs === 'writer')
    if (steps === 1) pending.push((one) => proposeAccount(one, 'writer'))
    if (steps === 2) {
      for (const role of roles)
        if (role !== 'writer' && random.chance(0.5)) pending.push((one) => proposeAccount(one, role, writer?.name))
    }
    if (steps !== 2 && !random.chance(0.03)) return
    const by = random.chance(0.6) ? writer?.name : undefined
    for (const kind of cluster) pending.push((one) => proposeRecord(one, kind, by))
  }

  function next(proposer: Proposer): Step {
    addRecords(proposer.model)
    for (let record = pending.shift(); record; record = pending.shift()) {
      const action = record(proposer)
      if (action) return [action]
    }
    const operation = random.pick(operations)
    if (operation === 'listDeletionRequests' && (!hasAdminKey || random.chance(0.7))) return [list() ?? []].flat()
    return missing.has(operation) ? [] : chooseStep(proposer, coverage, operation)
  }

  return (model) => {
    steps += 1
    const proposer = { model, random, newName, missing, made, lastTeam }
    if (steps > length) {
      final ??= finalState(proposer, list)
      return final.shift()
    }
    const step = next(proposer)
    const [action] = step
    for (const one of step) if (one.name !== undefined) made.set(one.name, one)
    if (action && !isRecord(action.operation)) lastTeam = find(model, action.of ?? action.by)?.team ?? lastTeam
    return step
  }
}
