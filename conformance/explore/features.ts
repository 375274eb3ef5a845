/** The properties of a call whose pairs the exploration tries to cover: values, caller, state of the subject, and outcome. */
import { predict } from '../document/operation.ts'
import { operations } from '../document/operations.ts'
import { type Account, hasOthers, type Incident, type Model, type Monitor, type Service } from '../document/state.ts'
import { dayFrom } from '../verdict/days.ts'
import type { Action } from './action.ts'
import { find, isRecord, named, requestOf } from './operations.ts'
import { monitorsOf, type Proposer } from './propose.ts'
import { today } from './values.ts'

const fresh = { email: 'ada@example.com', password: 'Some-password-7' }

/** The reason for which the call is refused by the model; `accepted` if there is none, undefined if it cannot be sent. */
function outcomeOf(model: Model, action: Action): string | undefined {
  const request = requestOf(model, action, fresh)
  const operation = isRecord(action.operation) ? undefined : operations[action.operation]
  if (!request || !operation) return undefined
  const { id = '', query, body } = request
  const situation = {
    ...{ state: model, caller: named(model.accounts, action.by), id, input: body, isMalformed: false },
    query: query === undefined ? undefined : new URLSearchParams(query as Record<string, string>),
    credential: action.by === 'anonymous' ? 'none' : action.spoiled ? 'older' : 'newest',
    headers: { 'content-type': 'application/json' },
    ...{ isContested: false, started: Date.now(), now: Date.now() },
  } as const
  const { reasons } = predict(operation, { ...situation, subject: operation.find(situation) })
  return reasons[0]?.condition ?? 'accepted'
}

/** Where the date is among the rows, by what is special about the day. */
function dateClass(before: string, rows: string[]): string {
  if (Number.isNaN(Date.parse(before)) || before.length !== 10) return 'no date'
  const previous = rows.filter((day) => day < before).sort()
  const day = previous.at(-1)
  if (rows.includes(before)) return `on ${specialOf(before)}`
  if (day === undefined) return 'before all'
  return `${dayFrom(day, 1) === before ? 'the day after' : 'apart from'} ${specialOf(day)}`
}

function specialOf(day: string): string {
  if (day.endsWith('-02-29')) return 'a leap day'
  if (day.endsWith('-12-31') || day.endsWith('-01-01')) return 'the end of a year'
  if (day.endsWith('-01') || dayFrom(day, 1).endsWith('-01')) return 'the end of a month'
  return day >= today() ? 'today' : 'a day'
}

function featuresOfAccount(model: Model, account: Account): string[] {
  const { wrong, wrongProofs, deletion, personName, older } = account
  return [
    wrong + wrongProofs > 0 ? 'after a wrong secret' : '',
    deletion ? 'scheduled for deletion' : '',
    personName === null ? 'without a name' : '',
    older.length > 0 ? 'logged in before' : '',
    hasOthers(model, account) ? 'with others' : 'alone',
  ]
}

function featuresOfIncident({ incidents }: Model, incident: Incident): string[] {
  const { serviceId, stored: { monitorId } = {} } = incident
  const isNear = (one: Incident) =>
    (serviceId && one.serviceId === serviceId) || (monitorId && one.stored?.monitorId === monitorId)
  const near = Object.values(incidents).filter((one) => one !== incident && one.state !== 'deleted' && isNear(one))
  const beside = near.map(({ type, state }) => `${type} ${state}`).sort()[0] ?? 'none'
  return [`${incident.type} ${incident.state}`, `last ${incident.last}`, `beside ${beside}`]
}

function featuresOfRows(model: Model, thing: Monitor | Service): string[] {
  const [monitors, rows] = [monitorsOf(model, thing), daysOf(model, thing)]
  const isShared = Object.values(model.services).filter(({ id, monitors: ids }) =>
    monitors.some((one) => one.id !== id && ids.includes(one.id)),
  )
  return [
    `${Math.min(monitors.length, 4)} monitors`,
    `in ${Math.min(isShared.length, 2)} services`,
    rows.length === 0 ? 'no rows' : rows.some((day) => day >= today()) ? 'rows of today' : 'old rows',
    `last ${thing.last}`,
  ]
}

type Subject = NonNullable<ReturnType<typeof find>>
const daysOf = (model: Model, one: Subject | undefined) =>
  one && ('days' in one || 'monitors' in one) ? monitorsOf(model, one).flatMap(({ days }) => days ?? []) : []

function stateOf(model: Model, subject: Subject): string[] {
  if ('older' in subject) return featuresOfAccount(model, subject)
  return 'state' in subject ? featuresOfIncident(model, subject) : featuresOfRows(model, subject)
}

/** @returns undefined if the call cannot be sent. */
export function featuresOf({ model, made }: Proposer, action: Action): string[] | undefined {
  const { by, of = by, values = {}, spoiled } = action
  const outcome = outcomeOf(model, action)
  const subject = find(model, of)
  if (outcome === undefined) return undefined
  // Which cause a refused call had matters little.
  const classOf = (name: string, value: string) =>
    name === 'before'
      ? dateClass(value, daysOf(model, subject))
      : name !== 'cause' || outcome === 'accepted'
        ? value
        : ''
  const sent = Object.entries(values).map(([name, value]) => `${name} ${classOf(name, value)}`)
  const making = Object.entries(made.get(of)?.values ?? {}).filter(([name]) => name !== 'days')
  return [
    ...[`by ${roleOf(by)}`, outcome, spoiled?.credential ?? 'newest session'],
    ...(sent.length > 0 ? sent : ['no values']),
    ...(subject ? stateOf(model, subject) : []),
    ...making.map(([name, value]) => `made with ${name} ${value}`),
  ]
}

const roleOf = (name: string) => name.replace(/\d+$/, '')
