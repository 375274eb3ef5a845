/** The SQL stores retry calls that conflict, and close after their running calls. */
import { expect, it } from 'vitest'
import { guardMethods, TransactionConflict } from '../../../server/store/sql/retry.ts'

const guard = <Call extends () => Promise<unknown>>(call: Call, end = async () => {}) => guardMethods({ call }, end)

/** A method that conflicts a number of times before it returns. */
function conflicting(times: number) {
  let calls = 0
  const { call } = guard(async () => {
    if (++calls <= times) throw new TransactionConflict('another transaction came first')
    return 'result'
  })
  return { call, count: () => calls }
}

it.each([0, 1, 2, 11])('a call that conflicts %i times returns its result', async (times) => {
  const { call, count } = conflicting(times)
  expect(await call()).toBe('result')
  expect(count()).toBe(times + 1)
})

it('a call that always conflicts is rejected as unavailable after 12 attempts, with the conflict as its cause', {
  tags: ['P60'],
}, async () => {
  const { call, count } = conflicting(99)
  await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: expect.any(TransactionConflict) })
  expect(count()).toBe(12)
})

it('another error is passed on unchanged and not retried, at once or after a conflict', async () => {
  const refusal = new Error('rejected by the rule')
  const errors = [refusal, new TransactionConflict('another transaction came first'), refusal, refusal]
  const { call } = guard(async () => {
    throw errors.shift()
  })
  await expect(call()).rejects.toBe(refusal)
  await expect(call()).rejects.toBe(refusal)
  expect(errors).toEqual([refusal])
})

it('close waits for running calls, ends once, and rejects later calls', async () => {
  const events: string[] = []
  const finish = Promise.withResolvers<void>()
  const methods = {
    succeed: () => finish.promise.then(() => events.push('succeeded')),
    fail: () => finish.promise.then(() => Promise.reject(new Error('rejected'))),
    late: async () => events.push('late'),
  }
  const { succeed, fail, late, close } = guardMethods(methods, async () => void events.push('end'))
  const running = [succeed(), fail()]
  const closed = Promise.all([close(), close()])
  await expect(late()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await new Promise(setImmediate)
  expect(events).toEqual([])
  finish.resolve()
  await Promise.allSettled([...running, closed])
  expect(events).toEqual(['succeeded', 'end'])
})
