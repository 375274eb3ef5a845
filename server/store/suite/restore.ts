/** Tests of `restore` and `dumpPieces`. */
import { expect } from 'vitest'
import { type Data, emptyData } from '../records.ts'
import { ordered } from './dump.ts'
import { sampleData } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

/** A piece for each collection, in the order of the owners. */
async function* piecesOf(data: Data): AsyncGenerator<Data> {
  for (const name of ['teams', 'users', 'monitors', 'services', 'incidents', 'dailyStats', 'attempts'] as const) {
    yield { ...emptyData(), [name]: data[name] }
  }
}

export function restore(filled: StoreTest, empty: StoreTest): void {
  filled('the pieces of a dump are its records, in an order that restore takes', async ({ store }) => {
    const pieces: Data[] = []
    await store.dumpPieces(async (piece) => void pieces.push(structuredClone(piece)))
    const all = emptyData()
    for (const piece of pieces) {
      for (const [name, records] of Object.entries(piece)) (all[name as keyof Data] as unknown[]).push(...records)
    }
    expect(all).toEqual(await store.dump())
  })

  empty('restore adds the records of all pieces', async ({ store }) => {
    await store.restore(piecesOf(sampleData()))
    expect(await store.dump()).toStrictEqual(ordered(sampleData()))
  })

  filled('restore rejects a store that is not empty, before it reads the backup', async ({ store }) => {
    const before = await store.dump()
    let read = false
    async function* pieces() {
      read = true
      yield { ...emptyData(), teams: [{ ...before.teams[0], id: 'another' }] as Data['teams'] }
    }
    await expect(store.restore(pieces())).rejects.toThrow('the store is not empty; restore into a new one')
    expect(read).toBe(false)
    expect(await store.dump()).toStrictEqual(before)
  })

  empty('restore adds nothing if a later piece cannot be read or added', async ({ store }) => {
    async function* cut() {
      yield { ...emptyData(), teams: sampleData().teams }
      throw new Error('the backup is cut')
    }
    async function* wrong() {
      yield { ...emptyData(), teams: sampleData().teams }
      yield { ...emptyData(), monitors: [{ id: 'lost', teamId: 'unknown' }] }
    }
    await expect(store.restore(cut())).rejects.toThrow('the backup is cut')
    await expect(store.restore(wrong())).rejects.toThrow('monitors belong to "unknown", which is not in teams')
    expect(await store.dump()).toStrictEqual(emptyData())
    await store.restore(piecesOf(sampleData()))
    expect(await store.isEmpty()).toBe(false)
  })
}
