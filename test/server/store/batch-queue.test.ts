/** The batch queue writes steps in batches, each all or nothing, whichever write fails. */
import { ApiError } from '@monitoring-service/http'
import { type Adapter, Low } from 'lowdb'
import { expect, it } from 'vitest'
import { createBatchQueue, DurabilityLostError } from '../../../server/store/lowdb/batch-queue.ts'

interface Words {
  words: string[]
  count: number
}

/** A disk whose n-th write fails with `failures[n]`; `during` runs in the first write, which ends after it. */
function open(failures: Record<number, Error> = {}, during: () => unknown = () => {}) {
  const disk = { writes: 0, words: [] as string[] }
  const adapter: Adapter<Words> = {
    read: async () => null,
    async write({ words }) {
      disk.writes++
      const failure = failures[disk.writes]
      if (disk.writes === 1) await during()
      if (failure) throw failure
      disk.words = [...words]
    },
  }
  const db = new Low<Words>(adapter, { words: [], count: 0 })
  const undo: (() => void)[] = []
  const queue = createBatchQueue(db, undo)
  /** Adds a word and returns the number of words. */
  const change = (word: string) => {
    db.data.words.push(word)
    undo.push(
      () => void db.data.words.pop(),
      () => void db.data.count--,
    )
    return ++db.data.count
  }
  const add = (word: string) => queue.write(() => change(word))
  return { disk, queue, change, add, read: () => queue.read(() => db.data.words) }
}

const full = new Error('ENOSPC: no space left on device')
const lost = new DurabilityLostError('the folder could not be written to the disk')
/** The outcome of a step. */
const settle = async (step: Promise<unknown>) => (await Promise.allSettled([step]))[0]
const unavailable = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && outcome.reason instanceof ApiError && outcome.reason.code === 'UNAVAILABLE'

it('steps run in order, each on the result of the previous one', async () => {
  const { read, add } = open()
  const outcomes = await Promise.all([read(), add('a'), read(), add('b'), read()])
  expect(outcomes).toEqual([[], 1, ['a'], 2, ['a', 'b']])
})

it('steps submitted together share one write, and those submitted meanwhile share the next', async () => {
  const addMany = (name: string) => Promise.all(Array.from({ length: 100 }, (_, i) => add(`${name} ${i}`)))
  let second: Promise<unknown> | undefined
  const { disk, add } = open({}, () => {
    second = addMany('second')
  })
  const first = addMany('first')
  await Promise.all([first, second])
  expect(disk.writes).toBe(2)
  expect(disk.words).toHaveLength(200)
})

it('a write is acknowledged, and read, only after it is on the disk', async () => {
  const seen: string[] = []
  const { disk, add, read } = open({}, async () => {
    await new Promise(setImmediate)
    seen.push('written')
  })
  await Promise.all([add('a'), read()].map((step) => step.then(() => seen.push('acknowledged'))))
  expect(seen).toEqual(['written', 'acknowledged', 'acknowledged'])
  expect(disk.words).toEqual(['a'])
})

it('a reader, a step that throws and a step that returns undefined write nothing', async () => {
  const { disk, queue, read, change } = open()
  const spoil = () => void change('spoilt')
  const refusal = new Error('refused')
  const refuse = () => {
    spoil()
    throw refusal
  }
  const [refused, spoilt] = await Promise.allSettled([queue.write(refuse), queue.write(spoil)])
  expect([refused, spoilt]).toEqual([
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: undefined },
  ])
  await queue.read(() => change('spoilt'))
  expect(await read()).toEqual([])
  expect(disk.writes).toBe(0)
})

it('a step whose result cannot be copied is rejected and leaves no trace', async () => {
  const { disk, queue, read, change } = open()
  const write = queue.write(() => {
    change('spoilt')
    return () => {}
  })
  await expect(write).rejects.toThrow()
  expect(await read()).toEqual([])
  expect(disk.writes).toBe(0)
})

it('when a write fails, the whole batch is rejected with its readers, and the data are restored', async () => {
  const { disk, queue, read, add } = open({ 2: full })
  await add('kept')
  const refuse = () =>
    queue.write(() => {
      throw new Error('rejected by a rule that saw unwritten data')
    })
  const outcomes = await Promise.allSettled([add('a'), read(), refuse(), add('b')])
  expect(outcomes.every(unavailable)).toBe(true)
  expect(outcomes[0]).toMatchObject({ reason: { cause: full } })
  expect(await read()).toEqual(['kept'])
  expect(disk.words).toEqual(['kept'])
  expect(await add('later')).toBe(2)
  expect(disk.words).toEqual(['kept', 'later'])
})

it('whichever write fails, exactly the acknowledged steps are on the disk and in memory', async () => {
  for (let nth = 1; ; nth++) {
    const { disk, read, add } = open({ [nth]: full })
    const acknowledged: string[] = []
    for (let i = 0; i < 5; i++) {
      const batch = [`${i}a`, `${i}b`]
      const outcomes = await Promise.allSettled(batch.map(add))
      acknowledged.push(...batch.filter((_, j) => outcomes[j]?.status === 'fulfilled'))
      expect(disk.words).toEqual(acknowledged)
      expect(await read()).toEqual(acknowledged)
    }
    if (acknowledged.length === 10) return expect(nth).toBe(6)
    expect(acknowledged).toHaveLength(8)
  }
})

it('after DurabilityLostError the outcome of a write is unknown, and waiting and later steps are rejected', {
  tags: ['P67'],
}, async () => {
  const steps: ReturnType<typeof settle>[] = []
  const { disk, read, add, queue } = open({ 1: lost }, () => steps.push(settle(add('b')), settle(read())))
  steps.push(settle(add('a')), settle(read()))
  await Promise.all(steps)
  const outcomes = await Promise.all(steps)
  expect(outcomes.map(unavailable)).toEqual([false, true, true, true])
  expect(outcomes[0]).toMatchObject({ reason: { code: 'OUTCOME_UNKNOWN', cause: lost } })
  expect(outcomes[2]).toMatchObject({ reason: { cause: lost } })
  expect((await Promise.allSettled([add('c'), read()])).map(unavailable)).toEqual([true, true])
  expect(disk.writes).toBe(1)
  await queue.close()
})

it('close completes waiting steps, even after a failed write, and rejects later ones', async () => {
  const steps: ReturnType<typeof settle>[] = []
  const { disk, add, queue } = open({ 1: full }, () => {
    const waiting = settle(add('b'))
    const closed = queue.close()
    steps.push(waiting, settle(add('c')), settle(closed))
  })
  const failing = await settle(add('a'))
  const outcomes = [failing, ...(await Promise.all(steps))]
  expect(outcomes.map(unavailable)).toEqual([true, false, true, false])
  expect(disk.words).toEqual(['b'])
})
