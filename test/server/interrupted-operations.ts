/** Operations that stop before or after a step, so that a command runs in between. */
import { demo } from '@monitoring-service/contract'
import { hashSync } from 'bcryptjs'
import { onTestFinished } from 'vitest'
import { checkBearer } from '../../server/auth/bearer.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import type { OperationContext } from '../../server/domain/context.ts'
import { operations } from '../../server/domain/operations.ts'
import { openStore } from '../../server/store/open.ts'
import type { Store } from '../../server/store/store.ts'
import { account, dataOf } from '../../server/store/suite/sample-data.ts'
import { wrapCalls } from '../../server/store/wrap-calls.ts'
import { inProcess, operator, stores } from './commands/operator.ts'

export type Result = { body: { accessToken: string } }
type Run = (input: object, context: OperationContext) => Promise<Result>
export type Step = 'matches' | 'hash' | keyof Store

export const email = 'ann@example.com'
export const [oldPassword, newPassword, code] = ['the-older-password', 'the-newer-password', '135790']

/**
 * Ann has a password with a hash that is cheaper than others, Bea a code. An operation can be stopped before a step or
 * after it, once, to run a command in between.
 */
export async function openContext() {
  const url = await stores['sqlite:']()
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const verification = { codeHash: hashSync(code, 4), expiresAt: '9999-01-01T00:00:00.000Z', tries: 0 }
  const accounts = [account('ann', { passwordHash: hashSync(oldPassword, 4) }), account('bea', { verification })]
  await store.load({
    ...dataOf(accounts),
    monitors: [{ id: 'shop', teamId: 'team-of-ann' }],
    dailyStats: [{ monitorId: 'shop', date: '2025-01-01' }],
  })
  const passwords = createPasswords(4)
  onTestFinished(passwords.close)
  await passwords.matches('another', hashSync('another', 5))
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const stops = new Map<string, () => Promise<unknown>>()

  async function take(name: string) {
    const run = stops.get(name)
    stops.delete(name)
    await run?.()
  }
  async function around<T>(name: string, call: () => Promise<T>): Promise<T> {
    await take(`before ${name}`)
    const result = await call()
    await take(`after ${name}`)
    return result
  }
  const context: OperationContext = {
    store: wrapCalls(store, around),
    passwords: {
      ...passwords,
      matches: (text, hashed) => around('matches', () => passwords.matches(text, hashed)),
      hash: (text) => around('hash', () => passwords.hash(text)),
    },
    tokens,
    upgradeUrl: demo.upgradeUrl,
    now: () => new Date(),
    identified: () => {},
  }
  const run = (operation: keyof typeof operations, input: object) =>
    (operations[operation] as unknown as Run)(input, context)
  const execute = operator(inProcess, url)
  return {
    execute,
    /** Ends Ann's old password. */
    setPassword: () => execute(`set-password --email ${email} --password-stdin`, newPassword),
    stop: (at: `before ${Step}` | `after ${Step}`, run: () => Promise<unknown>) => void stops.set(at, run),
    /** Whether every stop was reached. */
    hasStopped: () => stops.size === 0,
    signUp: () => run('signup', { body: { email: 'new@example.com', password: newPassword } }),
    logIn: (password: string) => run('login', { body: { email, password } }),
    deleteAccount: async (id: string, body: object) =>
      run('scheduleAccountDeletion', { body, caller: await store.findMember(id) }),
    resetStats: async () =>
      run('resetMonitorStats', { path: { id: 'shop' }, query: {}, caller: await store.findMember('ann') }),
    findUser: async (id: string) => (await store.findMember(id))?.user,
    countUsers: async () => (await store.count()).users,
    /** The user of the token, or the error code. */
    use: ({ body: { accessToken } }: Result) =>
      checkBearer([`Bearer ${accessToken}`], [], { store, tokens }).then(
        ({ user }) => user.id,
        ({ code }) => code,
      ),
  }
}
