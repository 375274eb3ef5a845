/** Notes on a wrong time: what else has it. */
import { valueAt } from '../matchers.ts'
import { fieldOf } from './fields.ts'
import { isAccepted, type Note, nameOf } from './run-calls.ts'

const timeIn = (seen: string) => /^"(\d{4}-\d\d-\d\dT[^"]+)"/.exec(seen)?.[1]

/** Another field of the same object, or the call that was answered at that time. */
export const describeMoment: Note = ({ run, exchange, number }, finding) => {
  const [path, text] = [fieldOf(finding), timeIn(finding.seen)]
  if (path === undefined || text === undefined) return undefined
  const parent = path.split('.').slice(0, -1).join('.')
  const object = parent === '' ? exchange.body : valueAt(exchange.body, parent)
  const twin = Object.entries(object ?? {}).find(([name, value]) => value === text && !path.endsWith(name))
  if (twin) return `that is the same as ${parent && `${parent}.`}${twin[0]}`
  const time = Date.parse(text)
  const index = run.record.steps.slice(0, number - 1).findIndex(({ request, started, milliseconds }) => {
    const begin = started.getTime()
    return request.method !== 'GET' && time >= begin && time <= begin + milliseconds
  })
  const step = run.record.steps[index]
  if (!step) return undefined
  const outcome = isAccepted(step) ? 'accepted' : `refused, ${step.response.status}`
  return `that is the time of step ${index + 1}, a ${nameOf(step)} (${outcome})`
}
