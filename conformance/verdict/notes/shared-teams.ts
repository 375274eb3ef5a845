/** A note on a new account in the team of another: what the sign-ups of that team have in common, and no others have. */

import type { Exchange } from '../../client/http.ts'
import { count } from '../count.ts'
import { valueAt } from '../matchers.ts'
import type { Finding } from '../record.ts'
import { cut, textIn } from './fields.ts'
import { isAccepted, type Note, operationOf, type RunCall, type RunCalls } from './run-calls.ts'

const teamOf = ({ exchange }: RunCall) => valueAt(exchange.body, 'user.teamId')

const properties: [text: string, read: (exchange: Exchange) => string | undefined][] = [
  ['an e-mail at', (exchange) => textIn(exchange, 'email')?.split('@')[1]?.toLowerCase()],
  ['the name', (exchange) => textIn(exchange, 'name')],
]

export const describeSharedTeam: Note = (call, finding, { every }) => {
  if (!isAboutTeam(finding) || teamOf(call) === undefined) return undefined
  const signUps = every.filter((one) => operationOf(one) === 'signup' && isAccepted(one.exchange))
  const same = signUps.filter((one) => teamOf(one) === teamOf(call))
  const others = signUps.filter((one) => teamOf(one) !== teamOf(call))
  if (same.length < 2 || others.length === 0) return undefined
  for (const [text, read] of properties) {
    const value = read(call.exchange)
    const hasIt = ({ exchange }: RunCall) => read(exchange) === value
    if (value === undefined || !same.every(hasIt) || others.some(hasIt)) continue
    return `all ${count(same.length, 'sign-up')} that returned this team have ${text} ${cut(value)}; none of the ${others.length} others has`
  }
  return undefined
}

/** A sign-up that returned this team, which is that of another. */
export function findSharedTeam(teamId: string | undefined, { all }: RunCalls): RunCall | undefined {
  const isFound = ({ run, number }: RunCall) =>
    run.record.findings.some((one) => one.step === number - 1 && isAboutTeam(one))
  return all.find((one) => teamId !== undefined && teamOf(one) === teamId && isFound(one))
}

function isAboutTeam({ expected }: Finding): boolean {
  return /^(?:teamId|the team of a new account) is not /.test(expected)
}
