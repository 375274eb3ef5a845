/** Commands that end while an operation is in progress: what the operation checked before must hold at its end. */
import { demo } from '@monitoring-service/contract'
import { hashSync } from 'bcryptjs'
import { describe, expect, it, onTestFinished } from 'vitest'
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

type Result = { body: { accessToken: string } }
type Run = (input: object, context: OperationContext) => Promise<Result>
type Step = 'matches' | 'hash' | keyof Store

const email = 'ann@example.com'
const [oldPassword, newPassword, code] = ['the-older-password', 'the-newer-password', '135790']

/**
 * Ann has a password with a hash that is cheaper than others, Bea a code. An operation can be stopped before a step or
 * after it, once, to run a command in between.
 */
async function openContext() {
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

describe('A log-in with the old password, during set-password', () => {
  it.each(['after findUser', 'after matches', 'before hash', 'after hash', 'after changeUser'] as const)(
    'is refused if the command ends %s, and the new password stays',
    async (step) => {
      const { stop, hasStopped, setPassword, logIn, use } = await openContext()
      stop(step, setPassword)
      await expect(logIn(oldPassword)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
      expect(hasStopped()).toBe(true)
      await expect(logIn(oldPassword)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
      expect(await use(await logIn(newPassword))).toBe('ann')
    },
  )

  it.each(['after findMember', 'after forgetAttempts'] as const)(
    'that was checked already gets a token that is refused, if the command ends %s',
    async (step) => {
      const { stop, hasStopped, setPassword, logIn, use } = await openContext()
      stop(step, setPassword)
      expect(await use(await logIn(oldPassword))).toBe('UNAUTHENTICATED')
      expect(hasStopped()).toBe(true)
      expect(await use(await logIn(newPassword))).toBe('ann')
    },
  )
})

describe('A log-in with the right password', () => {
  it('works, beside another one that replaces the hash', async () => {
    const { stop, hasStopped, logIn, use } = await openContext()
    let other: Result | undefined
    stop('after hash', async () => {
      other = await logIn(oldPassword)
    })
    expect(await use(await logIn(oldPassword))).toBe('ann')
    expect(hasStopped()).toBe(true)
    expect(other && (await use(other))).toBe('ann')
  })

  it('gets a token that works, if all sessions are ended during the comparison', async () => {
    const { stop, execute, logIn, use } = await openContext()
    stop('after matches', () => execute('end-sessions --all'))
    expect(await use(await logIn(oldPassword))).toBe('ann')
  })

  it('of a user who is deleted during the comparison is refused', async () => {
    const { stop, execute, logIn } = await openContext()
    stop('after matches', async () => {
      await execute(`remove-user --email ${email}`)
      await execute('purge')
    })
    await expect(logIn(oldPassword)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })
})

describe('The deletion of an account', () => {
  const ended = { code: 'UNAUTHENTICATED', hasInvalidCredential: true }

  it.each(['after matches', 'before time', 'before changeUser'] as const)(
    'with the old password is refused if set-password ends %s',
    async (step) => {
      const { stop, hasStopped, setPassword, deleteAccount, findUser } = await openContext()
      stop(step, setPassword)
      await expect(deleteAccount('ann', { password: oldPassword })).rejects.toMatchObject(ended)
      expect(hasStopped()).toBe(true)
      expect(await findUser('ann')).toMatchObject({ deletionScheduledAt: null })
    },
  )

  const steps = ['after matches', 'after forgetAttempts', 'after time'] as const
  const proofs: [string, object, string][] = [
    ['ann', { password: oldPassword }, '--email ann@example.com'],
    ['bea', { verificationCode: code }, '--email bea@example.com'],
    ['bea', { verificationCode: code }, '--all'],
  ]
  it.each(steps.flatMap((step) => proofs.map((proof) => [...proof, step] as const)))(
    'of %s with %j is refused if end-sessions %s ends %s',
    async (id, proof, users, step) => {
      const { stop, execute, deleteAccount, findUser } = await openContext()
      stop(step, () => execute(`end-sessions ${users}`))
      await expect(deleteAccount(id, proof)).rejects.toMatchObject(ended)
      expect(await findUser(id)).toMatchObject({ deletionScheduledAt: null })
      // The code was not consumed.
      await deleteAccount(id, proof)
      expect(await findUser(id)).toMatchObject({ deletionScheduledAt: expect.any(String) })
    },
  )

  it.each([
    ['remove-user is done', [], { code: 'DELETION_ALREADY_REQUESTED' }],
    ['the user is deleted', ['purge'], ended],
  ])('is refused if %s during the comparison', async (_, commands, refusal) => {
    const { stop, execute, deleteAccount } = await openContext()
    stop('before time', async () => {
      for (const command of [`remove-user --email ${email}`, ...commands]) await execute(command)
    })
    await expect(deleteAccount('ann', { password: oldPassword })).rejects.toMatchObject(refusal)
  })

  it('with a code is refused if another code is issued during the comparison', async () => {
    const { stop, execute, deleteAccount, findUser } = await openContext()
    stop('after matches', () => execute('issue-code --email bea@example.com'))
    const request = deleteAccount('bea', { verificationCode: code })
    await expect(request).rejects.toMatchObject({ code: 'WRONG_VERIFICATION_CODE' })
    expect(await findUser('bea')).toMatchObject({ deletionScheduledAt: null, verification: { tries: 0 } })
  })
})

describe('A sign-up', () => {
  it.each(['before hash', 'before addAccount'] as const)('is refused if the address is taken %s', async (step) => {
    const { stop, hasStopped, execute, signUp, countUsers } = await openContext()
    stop(step, () => execute('add-oauth-user --email New@Example.com'))
    await expect(signUp()).rejects.toMatchObject({ code: 'EMAIL_ALREADY_REGISTERED' })
    expect([hasStopped(), await countUsers()]).toEqual([true, 3])
  })

  it.each(['before hash', 'after hash', 'before addAccount'] as const)(
    'is refused if sign-up is closed %s',
    async (step) => {
      const { stop, hasStopped, execute, signUp, countUsers } = await openContext()
      stop(step, () => execute('sign-up close'))
      await expect(signUp()).rejects.toMatchObject({ message: 'Sign-up is closed.' })
      expect([hasStopped(), await countUsers()]).toEqual([true, 2])
    },
  )

  it('after all sessions were ended gets a token that works, until they are ended again', async () => {
    const { execute, signUp, use } = await openContext()
    await execute('end-sessions --all')
    const result = await signUp()
    expect(await use(result)).toMatch(/^\w{26}$/)
    await execute('end-sessions --all')
    expect(await use(result)).toBe('UNAUTHENTICATED')
  })
})

it('A reset of statistics is done by the plan that the team had when the request began; the next one is refused', async () => {
  const { stop, hasStopped, execute, resetStats } = await openContext()
  await execute('set-plan pro --team team-of-ann')
  stop('before resetMonitorStats', () => execute('set-plan free --team team-of-ann'))
  expect(await resetStats()).toMatchObject({ body: { deletedCount: 1 } })
  expect(hasStopped()).toBe(true)
  await expect(resetStats()).rejects.toMatchObject({ code: 'PLAN_UPGRADE_REQUIRED' })
})
