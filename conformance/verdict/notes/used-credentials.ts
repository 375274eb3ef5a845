/** Notes on the token, password or code of a call that is wrongly accepted or refused: where it was sent before. */
import { valueAt } from '../matchers.ts'
import { acceptanceExpected } from '../response.ts'
import { textIn } from './fields.ts'
import { isAccepted, type Note, operationOf, type RunCall, type RunCalls } from './run-calls.ts'

export const describeUsedCredentials: Note = (call, { expected }, calls) => {
  if (expected !== acceptanceExpected || ![401, 403].includes(call.exchange.response.status)) return undefined
  const { run, exchange, number } = call
  const before = calls.all.filter((one) => one.run === run && one.number < number)
  const earlier = before.filter((one) => isAccepted(one.exchange))
  const token = calls.credentialOf(exchange)
  const source = earlier.find((one) => token !== undefined && valueAt(one.exchange.body, 'accessToken') === token)
  const use = earlier.findLast((one) => token !== undefined && calls.credentialOf(one.exchange) === token)
  const proofs = (['password', 'verificationCode'] as const).flatMap((name) => {
    const proof = sentIn(call, name)
    const last = earlier.findLast((one) => proof !== undefined && sentIn(one, name) === proof)
    if (!last) return []
    const other = before.find(
      (one) => one.number > last.number && isRefusedSignUp(one, call, calls) && sentIn(one, name),
    )
    const since = other
      ? `, but step ${other.number}, a refused sign-up, sent another one: did it change this account?`
      : ''
    return [`its ${name === 'password' ? 'password' : 'code'} is unchanged since step ${last.number}${since}`]
  })
  const texts = [
    ...describeEarlyLogIn(call, before),
    ...(source ? [`its token is that of step ${source.number}`] : []),
    ...(use ? [`its token, unchanged, was accepted in step ${use.number}`] : []),
    ...proofs,
  ]
  return texts.length > 0 ? texts.join('; ') : undefined
}

/** A log-in that is refused, and was tried before its address signed up. */
function describeEarlyLogIn(call: RunCall, before: RunCall[]): string[] {
  if (operationOf(call) !== 'login') return []
  const ofAddress = before.filter((one) => sentIn(one, 'email') === sentIn(call, 'email'))
  const signUp = ofAddress.find((one) => operationOf(one) === 'signup' && isAccepted(one.exchange))
  const early = signUp && ofAddress.find((one) => operationOf(one) === 'login' && one.number < signUp.number)
  if (!early) return []
  return [
    `step ${early.number}, before the sign-up of step ${signUp.number}, was a log-in with this address: is it remembered?`,
  ]
}

/** A code that is refused as wrong after a request that was refused for another reason sent it. */
export const describeUsedCode: Note = (call, { expected }, calls) => {
  const { run, number, exchange } = call
  const code = sentIn(call, 'verificationCode')
  const isMeant = /^the (?:status is|call is (?:refused|accepted))/.test(expected) && !/ code\b/.test(expected)
  if (code === undefined || exchange.response.status !== 403 || !isMeant) return undefined
  const earlier = calls
    .ofOperation(call)
    .filter((one) => one.run === run && one.number < number && sentIn(one, 'verificationCode') === code)
  const last = earlier.at(-1)
  const status = last?.exchange.response.status ?? 403
  if (!last || status === 403 || earlier.some((one) => isAccepted(one.exchange))) return undefined
  const outcome = status < 500 ? `was refused for another reason (${status})` : `failed (${status})`
  return `step ${last.number} sent the same code, and ${outcome}: did that use it up?`
}

/** A wrong password that counts as right, or is not recognized as wrong, after a refused sign-up sent it. */
export const describeRefusedPassword: Note = (call, { expected }, calls) => {
  const password = sentIn(call, 'password')
  const isSource = (one: RunCall) =>
    one.run === call.run &&
    one.number < call.number &&
    isRefusedSignUp(one, call, calls) &&
    sentIn(one, 'password') === password
  const source = /authentication failure|wrong password/.test(expected) && calls.all.find(isSource)
  if (!source || password === undefined) return undefined
  return `step ${source.number}, a sign-up with the same address that was refused (${source.exchange.response.status}), sent this password: did it change that of the account?`
}

function isRefusedSignUp({ exchange: one }: RunCall, { exchange }: RunCall, { userOf }: RunCalls): boolean {
  const email = userOf(exchange)?.email
  const isSame = email !== undefined && userOf(one)?.email === email
  return isSame && one.request.operationId === 'signup' && one.response.status >= 400
}

const sentIn = ({ exchange }: RunCall, name: string) => textIn(exchange, name)
