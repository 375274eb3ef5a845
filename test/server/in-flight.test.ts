import { describe, expect, it } from 'vitest'
import { code, email, newPassword, oldPassword, openContext, type Result } from './interrupted-operations.ts'

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
