/** Generates a sequence: records first, then calls, and at the end the final state. */
import { type Role, roles } from '../records/roles.ts'
import type { Action, RecordKind, Step } from './action.ts'
import { chooseStep, type Tried } from './choose.ts'
import { finalState } from './final-state.ts'
import { proposeWholeListing } from './listing.ts'
import type { Proposer } from './propose.ts'
import type { Random } from './random.ts'
import { proposeAccount, proposeRecord } from './record-actions.ts'
import { calls, type Explored, find, isRecord, records } from './requests.ts'
import type { Source } from './sequence.ts'

export interface Sources {
  hasHook: boolean
  hasAdminKey: boolean
}

interface Settings extends Sources {
  random: Random
  tried: Tried
  /** Operations that the target lacks, and records that neither it nor a hook makes. */
  missing: ReadonlySet<string>
  /** The number of steps before the final state. */
  length: number
}

const probability = { accountOfRole: 0.5, furtherObjects: 0.03, objectsOfWriter: 0.6, wholeListing: 0.7 }

/** Objects of one team that may affect each other: incidents are of its monitors, and displayed on its services. */
const related = ['monitor', 'monitor', 'monitor', 'service', 'service', 'incident', 'incident', 'incident'] as const

type PlannedRecord = (proposer: Proposer) => Action | undefined

export function createGenerator({ random, tried, missing, length, ...sources }: Settings): Source {
  const operations = operationsByShare(sources)
  const planned: PlannedRecord[] = []
  let [steps, names] = [0, 0]
  let lastTeam: string | undefined
  let final: Step[] | undefined
  const newName = (kind: string) => {
    names += 1
    return `${kind}${names}`
  }

  /** Empty if the target lacks the operation that was drawn, or nothing is there that it can be about. */
  function next(proposer: Proposer): Step {
    if (sources.hasHook) planned.push(...planRecords(steps, proposer))
    while (planned.length > 0) {
      const record = planned.shift()?.(proposer)
      if (record) return [record]
    }
    const operation = random.pick(operations)
    if (missing.has(operation)) return []
    const isWhole = operation === 'listDeletionRequests' && random.chance(probability.wholeListing)
    return isWhole ? [proposeWholeListing(random)] : chooseStep(proposer, tried, operation)
  }

  return (model) => {
    steps += 1
    const proposer = { model, random, newName, missing, lastTeam }
    if (steps > length) {
      final ??= finalState(proposer, sources.hasAdminKey)
      return final.shift()
    }
    const step = next(proposer)
    const [action] = step
    if (action && !isRecord(action.operation)) lastTeam = find(model, action.of ?? action.by)?.team ?? lastTeam
    return step
  }
}

/** Each operation as often as its share. There are objects with a hook only, and a listing with the admin key only. */
function operationsByShare({ hasHook, hasAdminKey }: Sources): Action['operation'][] {
  const explored = Object.entries({ ...calls, ...(hasHook && records) }) as [Action['operation'], Explored][]
  return explored.flatMap(([operation, { share, things }]) => {
    const isPossible = operation === 'listDeletionRequests' ? hasAdminKey : hasHook || !things
    return Array.from({ length: isPossible ? share : 0 }, () => operation)
  })
}

/** The writer, then accounts of other roles and objects; later, now and then, further objects. */
function planRecords(step: number, { model, random }: Proposer): PlannedRecord[] {
  if (step === 1) return [(proposer) => proposeAccount(proposer, 'writer')]
  const writer = Object.values(model.accounts).find(({ madeAs }) => madeAs === 'writer')?.name
  const others = roles.filter((role) => step === 2 && role !== 'writer' && random.chance(probability.accountOfRole))
  const objects = step === 2 || random.chance(probability.furtherObjects) ? related : []
  const team = random.chance(probability.objectsOfWriter) ? writer : undefined
  const planAccount = (role: Role) => (proposer: Proposer) => proposeAccount(proposer, role, writer)
  const planObject = (kind: RecordKind) => (proposer: Proposer) => proposeRecord(proposer, kind, team)
  return [...others.map(planAccount), ...objects.map(planObject)]
}
