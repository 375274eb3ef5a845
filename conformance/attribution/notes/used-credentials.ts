/** A note on a call that is wrongly refused: its token, password or code came from an earlier step, or was accepted there. */
import { acceptanceExpected } from '../../assess/response.ts'
import { isAccepted, type Note, type RunCall, valueAt } from './run-calls.ts'

export const describeUsedCredentials: Note = (call, { expected }, calls) => {
  if (expected !== acceptanceExpected || ![401, 403].includes(call.exchange.response.status)) return undefined
  const { run, exchange, number } = call
  const earlier = calls.all.filter((one) => one.run === run && one.number < number && isAccepted(one.exchange))
  const token = calls.credentialOf(exchange)
  const source = earlier.find((one) => token !== undefined && valueAt(one.exchange.body, 'accessToken') === token)
  const use = earlier.findLast((one) => token !== undefined && calls.credentialOf(one.exchange) === token)
  const proofs = (['password', 'verificationCode'] as const).flatMap((name) => {
    const proof = sentIn(call, name)
    const last = earlier.findLast((one) => proof !== undefined && sentIn(one, name) === proof)
    return last ? [`its ${name === 'password' ? 'password' : 'code'} is unchanged since step ${last.number}`] : []
  })
  const texts = [
    ...(source ? [`its token is that of step ${source.number}`] : []),
    ...(use ? [`its token, unchanged, was accepted in step ${use.number}`] : []),
    ...proofs,
  ]
  return texts.length > 0 ? texts.join('; ') : undefined
}

function sentIn({ exchange }: RunCall, name: string): unknown {
  try {
    return valueAt(JSON.parse(exchange.request.body ?? 'null'), name)
  } catch {
    return undefined
  }
}
