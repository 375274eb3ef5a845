/** A note on a log-in that returned another user, or on a call with its token. */
import { valueAt } from '../matchers.ts'
import { textIn } from './fields.ts'
import { isAccepted, isBeside, type Note, operationOf, placeOf, type RunCall, type RunCalls } from './run-calls.ts'

export const describeMixedSession: Note = (call, _, calls) => {
  if (isMixed(call)) return `${describeUser(call)}${describeRival(call, call, calls)}`
  const token = calls.credentialOf(call.exchange)
  const source = calls.all.find(
    (one) => isMixed(one) && token !== undefined && valueAt(one.exchange.body, 'accessToken') === token,
  )
  if (!source || source.run !== call.run) return undefined
  return `its token is that of ${placeOf(source, call)}: ${describeUser(source)}${describeRival(source, call, calls)}`
}

const asked = ({ exchange }: RunCall) => textIn(exchange, 'email')?.toLowerCase()
const returned = ({ exchange }: RunCall) => valueAt(exchange.body, 'user.email')

function isMixed(one: RunCall): boolean {
  const [email, other] = [asked(one), returned(one)]
  const isSession = operationOf(one) === 'login' && isAccepted(one.exchange)
  return isSession && email !== undefined && typeof other === 'string' && other.toLowerCase() !== email
}

function describeUser(one: RunCall): string {
  return `this log-in of ${asked(one)} was answered with the user ${returned(one)}`
}

/** The log-in of the returned user that was on its way at the same time. */
function describeRival(mixed: RunCall, call: RunCall, calls: RunCalls): string {
  const email = String(returned(mixed)).toLowerCase()
  const rival = calls.every.find(
    (one) => one.exchange !== mixed.exchange && isBeside(one.exchange, mixed.exchange) && asked(one) === email,
  )
  return rival ? `, whose own log-in was on its way at the same time (${placeOf(rival, call)})` : ''
}
