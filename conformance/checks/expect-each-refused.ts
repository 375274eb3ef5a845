/** Attempts that must all be refused: a finding names each that was not, instead of the first one only. */
import { errors } from '@monitoring-service/contract'
import { type Condition, conditions } from '../assess/conditions.ts'
import type { Call } from '../client/callers.ts'
import type { Assertions } from '../dsl/expect.ts'

export interface Attempt {
  /** What tells it from the others. */
  name: string
  send(): Call<unknown>
}

/** Names that a finding lists. */
const mostNames = 8

/** After one that is accepted, the rest is sent for the finding, and the check ends. */
export async function expectEachRefused(
  claimOf: (index: number) => Assertions,
  attempts: readonly Attempt[],
  condition: Condition,
) {
  for (const [index, { name, send }] of attempts.entries()) {
    const call = send()
    const isAccepted = (await call).response.status < 300
    const earlier = attempts.slice(0, index).map((one) => one.name)
    const rest = attempts.slice(index + 1)
    await claimOf(index)(call).refused(
      condition,
      isAccepted ? await compare(name, earlier, rest, condition) : undefined,
    )
  }
}

/** Which of the attempts are accepted, and which are rejected. */
async function compare(name: string, earlier: string[], rest: readonly Attempt[], condition: Condition) {
  const [accepted, rejected] = [[name], [...earlier]]
  for (const { name, send } of rest) {
    const status = await send().then(
      ({ response }) => response.status,
      () => undefined,
    )
    if (status === undefined) break
    const list = isRejection(status, condition) ? rejected : accepted
    list.push(name)
  }
  return [list('accepted', accepted), list('rejected', rejected)].filter(Boolean).join('; ')
}

/** An object that an attempt before has changed is refused for another reason, by a target that takes the attempt for valid. */
function isRejection(status: number, condition: Condition): boolean {
  const { code } = conditions[condition]
  return status >= 400 && (![404, 409].includes(status) || (code !== undefined && errors[code].status === status))
}

function list(what: string, names: string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.length > 0 ? `${what}: ${names.slice(0, mostNames).join(', ')}${more}` : ''
}
