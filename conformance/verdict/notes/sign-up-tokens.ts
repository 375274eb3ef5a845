/** A note on a token that a sign-up returned, where such tokens are sometimes rejected, and others never. */
import { valueAt } from '../matchers.ts'
import { isAccepted, type Note, type RunCall, type RunCalls } from './run-calls.ts'

/** Fewer calls show nothing. */
const least = { wrong: 3, others: 20 }

export const describeSignUpToken: Note = (call, _, calls) => {
  if (!isRejected(call)) return undefined
  const token = calls.credentialOf(call.exchange)
  const issued = signUpTokensOf(calls)
  if (token === undefined || !issued.has(token)) return undefined
  const sent = calls.all.filter(({ exchange }) => !exchange.request.invalidCredential && calls.credentialOf(exchange))
  const isIssued = ({ exchange }: RunCall) => issued.has(calls.credentialOf(exchange) ?? '')
  const own = sent.filter(isIssued)
  const others = sent.filter((one) => !isIssued(one))
  const wrong = own.filter(isRejected)
  const used = new Set(
    own.filter(({ exchange }) => isAccepted(exchange)).map(({ exchange }) => calls.credentialOf(exchange)),
  )
  const known = new Set(wrong.map(({ exchange }) => calls.credentialOf(exchange)).filter((one) => used.has(one)))
  if (wrong.length < least.wrong || others.length < least.others || others.some(isRejected)) return undefined
  const also =
    known.size > 0 ? `; ${known.size} of these tokens ${known.size === 1 ? 'was' : 'were'} accepted in other calls` : ''
  const question = calls.connections && known.size > 0 ? ': does a process not know the tokens of another?' : ''
  return `its token comes from a sign-up: such tokens were wrongly rejected in ${wrong.length} of ${own.length} calls${calls.connections}, others in none of ${others.length}${also}${question}`
}

/** Wrongly: a finding shows the status, not only the code or the body of a right refusal. */
function isRejected({ run, exchange, number }: RunCall): boolean {
  const isShown = run.record.findings.some(({ step, seen }) => step === number - 1 && seen.startsWith('401'))
  return exchange.response.status === 401 && isShown
}

function signUpTokensOf(calls: RunCalls): Set<unknown> {
  const signUps = calls.all.filter(({ exchange }) => exchange.request.operationId === 'signup' && isAccepted(exchange))
  return new Set(signUps.map(({ exchange }) => valueAt(exchange.body, 'accessToken')))
}
