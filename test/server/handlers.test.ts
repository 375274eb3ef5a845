/** The handlers of the operations, without HTTP around them. */
import { limits } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import type { OperationContext } from '../../server/domain/context.ts'
import { newVerification } from '../../server/domain/new-records.ts'
import { operations } from '../../server/domain/operations.ts'
import { setSignUp } from '../../server/domain/sign-up-switch.ts'
import { openStore } from '../../server/store/open.ts'
import type { User } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { sampleData } from '../../server/store/suite/sample-data.ts'

const noon = new Date('2025-06-15T12:00:00.000Z')
const password = 'an-uncommon-password'
const upgradeUrl = 'https://monitoring.example/upgrade'

/** The sample data, where Ann has the password; hashes are plain texts. */
async function openContext(replaced: Partial<Store> = {}) {
  const store = await openStore('memory:')
  await store.load(sampleData())
  await store.changeUser('ann', (ann) => ({ ...ann, passwordHash: `cheap ${password}` }))
  const seen: string[] = []
  const context: OperationContext = {
    store: { ...store, ...replaced },
    passwords: {
      hold: (work) => work(),
      hash: async (text) => `dear ${text}`,
      matches: async (text, hashed) => hashed === `dear ${text}` || hashed === `cheap ${text}`,
      isCheap: (hashed) => hashed?.startsWith('cheap') ?? false,
      isCommon: async () => false,
      close: async () => {},
    },
    tokens: {
      issue: async (id) => ({ accessToken: `access of ${id}`, refreshToken: `refresh of ${id}` }),
      verify: async () => undefined,
    },
    upgradeUrl,
    now: () => noon,
    identified: (id) => seen.push(id),
  }
  const member = async (id: string) => {
    const found = await store.findMember(id)
    if (!found) throw new Error(`the sample data has no ${id}`)
    return found
  }
  return { store, context, seen, member }
}

const ada = { email: 'Ada@new.example', password }
const input = { path: {}, query: {}, caller: undefined } as never
const signUp = (context: OperationContext, body: object = ada) =>
  operations.signup({ ...(input as object), body } as never, context)
const logIn = (context: OperationContext, body: object) =>
  operations.login({ ...(input as object), body } as never, context)

describe('A sign-up', () => {
  it('creates a team on the free plan, whose owner is the new user', async () => {
    const { context, member } = await openContext()
    const { body } = await signUp(context)
    expect(await member(body.user.id)).toMatchObject({
      user: { id: body.user.id, role: 'owner', createdAt: noon.toISOString() },
      team: { id: body.user.teamId, plan: 'free', name: null, createdAt: noon.toISOString() },
    })
  })

  it('names the new user to the log, and stores a name only if there is one', async () => {
    const { context, seen, store } = await openContext()
    const { body } = await signUp(context)
    expect(seen).toEqual([body.user.id])
    expect(await store.findUser(ada.email)).not.toHaveProperty('name')
    await signUp(context, { ...ada, email: 'b@new.example', name: 'Bo' })
    expect(await store.findUser('b@new.example')).toMatchObject({ name: 'Bo', passwordHash: `dear ${password}` })
  })

  it('is refused if another one with the address is stored between its look-up and its write', async () => {
    const { context, store } = await openContext()
    context.store.addAccount = async (...account) => {
      context.store.addAccount = store.addAccount
      await signUp(context, { ...ada, name: 'The first' })
      return store.addAccount(...account)
    }
    await expect(signUp(context)).rejects.toMatchObject({ code: 'EMAIL_ALREADY_REGISTERED' })
    expect(await store.findUser(ada.email)).toMatchObject({ name: 'The first' })
    expect(await store.count()).toMatchObject({ users: 5, teams: 4 })
  })

  it('is counted for its address, not for others and not for log-ins', async () => {
    const { context } = await openContext()
    const body = { email: 'ann@example.com', password }
    for (let count = 0; count < limits.attempts; count++) {
      await expect(signUp(context, body)).rejects.toMatchObject({ code: 'EMAIL_ALREADY_REGISTERED' })
    }
    await expect(signUp(context, body)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect((await signUp(context)).status).toBe(201)
    expect((await logIn(context, body)).status).toBe(200)
  })

  it('is refused with a time to retry while it is closed, and works once it is open', async () => {
    const { context, store } = await openContext()
    await setSignUp(store, false, noon)
    await expect(signUp(context)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Sign-up is closed.',
      headers: { 'Retry-After': '3600' },
    })
    await setSignUp(store, true, noon)
    expect((await signUp(context)).status).toBe(201)
  })
})

it('A log-in names a known user to the log, also with a wrong password', async () => {
  const { context, seen } = await openContext()
  await expect(logIn(context, { email: 'ANN@example.com', password: 'wrong' })).rejects.toThrow()
  await expect(logIn(context, { email: 'unknown@example.com', password })).rejects.toThrow()
  expect(seen).toEqual(['ann'])
})

it.each(['resetServiceStats', 'resetMonitorStats'] as const)('%s needs a paid plan', async (operationId) => {
  const { context, member, store } = await openContext()
  const before = await store.dump()
  const id = operationId === 'resetServiceStats' ? 'solo-site' : 'solo-home'
  const request = { path: { id }, query: {}, caller: await member('sam') } as never
  await expect(operations[operationId](request, context)).rejects.toMatchObject({
    code: 'PLAN_UPGRADE_REQUIRED',
    upgradeUrl,
  })
  expect(await store.dump()).toEqual(before)
})

it('A verification code is valid for its time from now on, and not tried yet', () => {
  const expiresAt = new Date(noon.getTime() + limits.verificationCodeSeconds * 1000).toISOString()
  expect(newVerification('hash', noon)).toEqual({
    codeHash: 'hash',
    expiresAt,
    tries: 0,
  } satisfies User['verification'])
})
