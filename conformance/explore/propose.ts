/** Proposes a call: what it is about, who calls, and with which values. What must hold of the response is in document/. */
import { operations as contract, type OperationId } from '@monitoring-service/contract'
import { type Account, type Model, type Monitor, monitorsOf, provesByCode } from '../document/state.ts'
import { dayFrom } from '../verdict/days.ts'
import type { Action } from './action.ts'
import type { Random } from './random.ts'
import { calls, named, propertiesOf } from './requests.ts'
import { olderSession } from './spoil.ts'
import { boundaryDays, farDays, namesOf, notDays } from './values.ts'

export interface Proposer {
  model: Model
  random: Random
  /** A name that nothing in the sequence has. */
  newName(kind: string): string
  /** Operations that the target lacks, and records that neither it nor a hook makes. */
  missing: ReadonlySet<string>
  /** The team that the last action concerned: effects show on what has something in common. */
  lastTeam?: string | undefined
}

/** Mostly of the team of the last action, and mostly one of the newest. */
export function pickNear<T extends { team: string }>({ random, lastTeam }: Proposer, all: readonly T[]): T | undefined {
  const near = all.filter(({ team }) => team === lastTeam)
  return random.pickRecent(near.length > 0 && random.chance(0.4) ? near : all)
}

/** The callers who may try: mostly members of the team. */
function proposeCaller({ model, random }: Proposer, team: string): string {
  if (random.chance(0.06)) return 'anonymous'
  const accounts = Object.values(model.accounts)
  const isWanted = random.chance(0.8)
  const wanted = accounts.filter((account) => (account.team === team) === isWanted)
  const all = wanted.length > 0 ? wanted : accounts
  return all.length > 0 ? random.pick(all).name : 'anonymous'
}

function proposeObject(proposer: Proposer, operation: OperationId, things: keyof Model): Action | undefined {
  const { model, random } = proposer
  const all = Object.values(model[things] as Model['incidents'] | Model['monitors'] | Model['services'])
  const isActive = (one: (typeof all)[number]) =>
    'state' in one ? one.state === 'open' : monitorsOf(model, one).some(({ days }) => days?.length)
  const isLeft = (one: (typeof all)[number]) => !('state' in one) || one.state !== 'deleted' || random.chance(0.1)
  const active = all.filter(isActive)
  const thing = pickNear(proposer, active.length > 0 && random.chance(0.6) ? active : all.filter(isLeft))
  if (!thing) return undefined
  const by = proposeCaller(proposer, thing.team)
  const takesBefore = !('state' in thing) && 'before' in contract[operation].query
  const values = takesBefore ? proposeBefore(random, monitorsOf(model, thing)) : proposeCause(random, operation)
  return { operation, by, of: thing.name, ...(values && { values }) }
}

function proposeCause(random: Random, operation: OperationId): Action['values'] {
  if (operation !== 'resolveIncident' || random.chance(0.25)) return undefined
  return random.chance(0.1) ? {} : { cause: random.pick(namesOf('cause')) }
}

/** A date at a boundary: a day that has a row, the next one, or another. */
function proposeBefore(random: Random, monitors: Monitor[]): Action['values'] {
  if (random.chance(0.25)) return undefined
  if (random.chance(0.12)) return { before: random.pick(notDays) }
  const days = monitors.flatMap(({ days }) => days ?? [])
  if (days.length === 0 || random.chance(0.15)) return { before: random.pick([...farDays, ...boundaryDays()]) }
  const day = random.pick(days)
  const year = dayFrom(`${day.slice(0, 4)}-12-31`, random.below(2))
  return { before: random.pick([day, day, dayFrom(day, 1), `${day.slice(0, 8)}01`, year]) }
}

/** Few wrong ones in a row, since the document leaves open how many lock an account. */
function proposeSecret({ random, model }: Proposer, property: string, account: Account): Partial<Action> {
  const { wrongPasswords, wrongProofs, name, team } = account
  const mayErr = provesByCode(account) ? wrongProofs < 3 : wrongPasswords === 0 && wrongProofs < 2
  const [usual = '', ...others] = namesOf(property)
  const value = mayErr && random.chance(0.5) ? random.pick(others) : usual
  const known = Object.values(model.accounts).filter((one) => one.name !== name && one.password)
  const colleagues = known.filter((one) => one.team === team)
  const other = random.pickRecent(colleagues.length > 0 ? colleagues : known)
  return { values: { [property]: value }, ...(other && value !== usual && { uses: [other.name] }) }
}

function proposeSignUp({ random, newName }: Proposer): Action {
  const values = Object.fromEntries(
    ['email', 'password', 'name'].flatMap((property) => {
      const [usual = '', ...others] = namesOf(property)
      const isLeftOut = property === 'name' && random.chance(0.3)
      return isLeftOut ? [] : [[property, random.chance(0.6) ? usual : random.pick(others)] as const]
    }),
  )
  return { operation: 'signup', by: 'anonymous', name: newName('user'), values }
}

/** A log-in, or a sign-up with an address that has an account. */
function proposeByAddress(proposer: Proposer, operation: OperationId): Action | undefined {
  const { model, random } = proposer
  const addressed = Object.values(model.accounts).filter(({ email }) => email)
  const account = pickNear(proposer, addressed)
  if (!account) return undefined
  const { values, ...others } = proposeSecret(proposer, 'password', account)
  const email = random.chance(0.7) ? 'usual' : random.pick(namesOf('email').slice(0, 3))
  return { operation, by: 'anonymous', of: account.name, values: { email, ...values }, ...others }
}

function proposeDeletion(proposer: Proposer): Action | undefined {
  const { model, random } = proposer
  // The writer makes what most calls are about.
  const accounts = Object.values(model.accounts).filter(({ madeAs }) => madeAs !== 'writer' || random.chance(0.1))
  const account = pickNear(proposer, accounts)
  const proof = account && proofOf(account)
  if (!account || !proof) return undefined
  const other = proof === 'password' ? 'verificationCode' : 'password'
  const secret = proposeSecret(proposer, random.chance(0.9) ? proof : other, account)
  return { operation: 'scheduleAccountDeletion', by: random.chance(0.08) ? 'anonymous' : account.name, ...secret }
}

/** The property by which the account proves its identity; undefined if the proof is not known. */
export function proofOf({ password, verificationCode }: Account): string | undefined {
  return password === undefined ? verificationCode && 'verificationCode' : 'password'
}

/** @returns undefined if there is nothing to send it about. */
export function proposeCall(proposer: Proposer, operation: OperationId): Action | undefined {
  const { model, random } = proposer
  const action = proposeUsual(proposer, operation)
  const isByOlder = action && named(model.accounts, action.by)?.older[0] && random.chance(0.25)
  return isByOlder ? { ...action, spoiled: { credential: olderSession } } : action
}

function proposeUsual(proposer: Proposer, operation: OperationId): Action | undefined {
  const { things } = calls[operation]
  if (things) return proposeObject(proposer, operation, things)
  if (operation === 'scheduleAccountDeletion') return proposeDeletion(proposer)
  if (operation === 'signup' && proposer.random.chance(0.7)) return proposeSignUp(proposer)
  return propertiesOf[operation].includes('email') ? proposeByAddress(proposer, operation) : undefined
}
