/** Document 4.2: wrong passwords in a row are counted, at log-in and for a deletion. */

import { limits } from '@monitoring-service/contract'
import { UnverifiedError } from '../records/errors.ts'
import { newCredentials, user } from '../records/recipes.ts'
import { leaves, logsIn } from './support/calls.ts'
import { otherPassword } from './support/named-records.ts'
import { code, suite } from './support/scenario.ts'
import { each, refused, times, tries } from './support/steps.ts'

const wrongly = logsIn('alone', { password: otherPassword })

export const logInAttempts = suite('Log-in', {
  'LOGIN-42 However often a wrong password is repeated, at log-in or for a deletion, it is refused; after ten, the right one is rate-limited. (4.2c, 4.5g)':
    tries(
      'otherUser',
      each(Array.from({ length: limits.attempts / 2 }), (_, index) => [
        // However the address is written, it is the same account.
        refused(
          'authentication failure',
          logsIn('alone', ({ email = '' }) => ({
            email: index % 2 === 0 ? email : email.toUpperCase(),
            password: otherPassword,
          })),
        ),
        refused('wrong password', leaves('alone', { password: otherPassword })),
      ]),
      refused(
        'too many tries',
        wrongly,
        leaves('alone', { password: otherPassword }),
        logsIn('alone'),
        leaves('alone'),
      ),
    ),

  'LOGIN-44 A log-in forgets the wrong passwords before it. (profile, 4.2a)': tries(
    'otherUser',
    times(2, refused('authentication failure', times(limits.attempts - 1, wrongly)), logsIn('alone')),
  ),

  'LOGIN-43 Of simultaneous wrong log-ins with one address ten are refused, the others rate-limited; no account makes no difference. (profile, 4.2c)':
    code(
      { someone: user, unregistered: newCredentials, apart: newCredentials },
      async ({ visitor, someone, unregistered, apart, expect, together, withoutRetry }) => {
        const { password } = unregistered
        const compared: string[] = []
        for (const email of [someone.email, unregistered.email]) {
          const calls = await together(() => withoutRetry(() => visitor.logIn({ email, password })), 12)
          const statuses = await Promise.all(calls.map(async (call) => (await call).response.status))
          if (statuses.includes(429)) {
            const { response } = await withoutRetry(() => visitor.logIn(apart))
            if (response.status === 429) throw new UnverifiedError('the target limits the rate of all requests (429)')
          }
          for (const [index, call] of calls.entries()) {
            await expect(call).refused(statuses[index] === 429 ? 'too many tries' : 'authentication failure')
          }
          const which = email === someone.email ? 'an account' : 'no account'
          const name = `the number of log-ins that were compared, of 12 at once with the address of ${which},`
          const refused = statuses.filter((status) => status === 401).length
          compared.push(`${refused} with the address of ${which}`)
          expect(refused, name, compared.toReversed().join('; ')).toBe(limits.attempts)
        }
      },
    ),
})
