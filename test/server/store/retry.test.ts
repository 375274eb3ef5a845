/** Calls of the SQL stores: those that collide are repeated, and the end waits for those under way. */
import { expect, it } from 'vitest'
import { createCalls, TransactionConflict } from '../../../server/store/sql/retry.ts'

/** A call that collides so many times before it is answered. */
function colliding(times: number): { call: () => Promise<string>; made: () => number } {
  let made = 0
  const call = async () => {
    if (++made <= times) throw new TransactionConflict('somebody was there')
    return 'answered'
  }
  return { call, made: () => made }
}

it.each([0, 1, 2, 11])('a call that collides %i times is answered', async (times) => {
  const { run } = createCalls(async () => {})
  const { call, made } = colliding(times)
  expect(await run(call)).toBe('answered')
  expect(made()).toBe(times + 1)
})

it('a call that collides again and again is refused as unavailable, with the collision as its cause', {
  tags: ['P60'],
}, async () => {
  const { run } = createCalls(async () => {})
  const { call, made } = colliding(99)
  const refusal = { code: 'UNAVAILABLE', cause: expect.any(TransactionConflict) }
  await expect(run(call)).rejects.toMatchObject(refusal)
  expect(made()).toBe(12)
})

it('what else a call throws, at once or after a collision, comes out as it is, and is not repeated', async () => {
  const { run } = createCalls(async () => {})
  const refusal = new Error('refused by the rule')
  const errors = [refusal, new TransactionConflict('somebody was there'), refusal, refusal]
  const call = async () => {
    throw errors.shift()
  }
  await expect(run(call)).rejects.toBe(refusal)
  await expect(run(call)).rejects.toBe(refusal)
  expect(errors).toEqual([refusal])
})

it('the end comes once, after the calls under way, and those that come later are refused', async () => {
  const seen: string[] = []
  const { run, close } = createCalls(async () => void seen.push('end'))
  const open = Promise.withResolvers<void>()
  const [answered, refused] = [
    run(() => open.promise.then(() => seen.push('answered'))),
    run(() => open.promise.then(() => Promise.reject(new Error('refused')))),
  ]
  const closed = Promise.all([close(), close()])
  await expect(run(async () => seen.push('late'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await new Promise(setImmediate)
  expect(seen).toEqual([])
  open.resolve()
  await Promise.allSettled([answered, refused, closed])
  expect(seen).toEqual(['answered', 'end'])
})
