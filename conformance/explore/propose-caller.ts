/** The caller of an action: mostly a member of the team, now and then another, or no caller. */
import type { OperationId } from '@monitoring-service/contract'
import { teamOf } from '../document/known.ts'
import { predict } from '../document/operation.ts'
import { operations } from '../document/operations.ts'
import type { Model } from '../document/state.ts'
import { roles } from '../records/cast.ts'
import type { Action, Proposer } from './action.ts'

/** The callers who may try: mostly members of the team. */
export function proposeCaller({ model, random, missing }: Proposer, team: string): string {
  const entered = Object.keys(model.accounts)
  const known = [...roles.filter((name) => !missing.has(name)), ...entered]
  const own = known.filter((name) => teamOf(model, name) === team)
  const others = known.filter((name) => teamOf(model, name) !== team)
  if (random.chance(0.06)) return 'anonymous'
  return random.chance(0.8) || others.length === 0 ? random.pick(own) : random.pick(others)
}

export function roleOf(name: string): string {
  return name.replace(/\d+$/, '')
}

/** Lets a caller use the token of an earlier log-in now and then. */
export function withSession({ model, random }: Proposer, action: Action): Action {
  const { older = [] } = model.accounts[action.by] ?? {}
  return older.length > 0 && random.chance(0.25) ? { ...action, more: { session: 'older' } } : action
}

/** Whether the caller, the state of the subject or the date forbids the call. */
export function isRefused(
  state: Model,
  operationId: OperationId,
  { by, more }: Action,
  { subject, before }: { subject: { id: string }; before?: string },
): boolean {
  const operation = operations[operationId]
  if (!operation) return true
  const { reasons } = predict(operation, {
    ...{
      state,
      caller: state.accounts[by],
      subject,
      id: subject.id,
      input: undefined,
      isMalformed: false,
      headers: {},
    },
    query: before === undefined ? undefined : new URLSearchParams({ before }),
    credential: by === 'anonymous' ? 'none' : more?.session ? 'older' : 'newest',
    isContested: false,
    started: Date.now(),
    now: Date.now(),
  })
  return reasons.length > 0
}
