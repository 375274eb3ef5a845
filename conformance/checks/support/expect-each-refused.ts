/** Attempts that must all be refused: a finding names each that was not, instead of the first one only. */
import { errors } from '@monitoring-service/contract'
import type { Call } from '../../client/callers.ts'
import { type Condition, conditions } from '../../verdict/conditions.ts'
import type { Assertions } from '../../verdict/expect.ts'

export interface Attempt {
  /** The difference from the others. */
  name: string
  send(): Call<unknown>
}

/** Names that a finding lists. */
const mostNames = 8

/** After one that is accepted, the rest is sent for the finding, and the check ends. */
export async function expectEachRefused(
  expectAt: (index: number) => Assertions,
  attempts: readonly Attempt[],
  condition: Condition,
) {
  const [rejected, unknown]: [string[], string[]] = [[], []]
  for (const [index, { name, send }] of attempts.entries()) {
    const call = send()
    const { status } = (await call).response
    const rest = attempts.slice(index + 1)
    const names = status < 300 ? await compare({ accepted: [name], rejected, unknown }, rest, condition) : undefined
    await expectAt(index)(call).refused(condition, names)
    if (status < 500) rejected.push(name)
    else unknown.push(name)
  }
}

/** Sends the rest: which attempts are accepted, which are rejected, and of which neither is known. */
async function compare(
  { accepted, rejected, unknown }: Record<'accepted' | 'rejected' | 'unknown', string[]>,
  rest: readonly Attempt[],
  condition: Condition,
) {
  for (const [index, { name, send }] of rest.entries()) {
    const status = await send().then(
      ({ response }) => response.status,
      () => undefined,
    )
    if (status === undefined) {
      // The target may be down, so the rest is not sent.
      unknown.push(...rest.slice(index).map((one) => one.name))
      break
    }
    const names = status >= 500 ? unknown : isRejection(status, condition) ? rejected : accepted
    names.push(name)
  }
  return [formatNames('accepted', accepted), formatNames('rejected', rejected), formatNames('not known', unknown)]
    .filter(Boolean)
    .join('; ')
}

/** An object that an attempt before has changed is refused for another reason, by a target that takes the attempt for valid. */
function isRejection(status: number, condition: Condition): boolean {
  const { code } = conditions[condition]
  return status >= 400 && (![404, 409].includes(status) || (code !== undefined && errors[code].status === status))
}

function formatNames(what: string, names: string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return names.length > 0 ? `${what}: ${names.slice(0, mostNames).join(', ')}${more}` : ''
}
