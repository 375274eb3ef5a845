/** Tests of daily statistics. */
import { expect } from 'vitest'
import type { Store } from '../store.ts'
import { promise } from './promise.ts'
import { sampleData, unknownIds } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

/** Returns the number of rows of each monitor, by deleting them. */
async function countRows(store: Store): Promise<Record<string, number | undefined>> {
  const counts: Record<string, number | undefined> = {}
  for (const { id, teamId } of sampleData().monitors) counts[id] = await store.resetMonitorStats(teamId, id, undefined)
  return counts
}

const untouched = { 'acme-cart': 5, 'acme-search': 5, 'acme-office': 5, 'globex-home': 5, 'solo-home': 5 }

export function statistics(filled: StoreTest): void {
  filled.for<[string, number]>([
    ['2024-12-30', 0],
    ['2024-12-31', 1],
    ['2025-01-02', 3],
    ['2025-01-09', 4],
    ['2025-01-10', 4],
    ['2025-01-11', 5],
    ['9999-12-31', 5],
  ])(
    'resetMonitorStats before %s deletes %i rows and keeps the day itself',
    promise('P23'),
    async ([before, count], { store }) => {
      expect(await store.resetMonitorStats('acme', 'acme-cart', before)).toBe(count)
      expect(await store.resetMonitorStats('acme', 'acme-cart', before)).toBe(0)
      expect(await countRows(store)).toEqual({ ...untouched, 'acme-cart': 5 - count })
    },
  )

  filled('resetMonitorStats without a date deletes all rows of the monitor and no others', async ({ store }) => {
    expect(await store.resetMonitorStats('acme', 'acme-cart', undefined)).toBe(5)
    expect(await countRows(store)).toEqual({ ...untouched, 'acme-cart': 0 })
  })

  filled.for<[string | undefined, number]>([
    ['2024-12-30', 0],
    ['2025-01-02', 3],
    [undefined, 5],
  ])(
    'resetServiceStats before %s deletes the rows of the linked monitors and no others',
    async ([before, each], { store }) => {
      expect(await store.resetServiceStats('acme', 'acme-shop', before)).toBe(2 * each)
      const left = 5 - each
      expect(await countRows(store)).toEqual({ ...untouched, 'acme-cart': left, 'acme-search': left })
    },
  )

  filled('resetServiceStats deletes the rows of a monitor shared with another service', async ({ store }) => {
    expect(await store.resetServiceStats('acme', 'acme-till', '2025-01-02')).toBe(3)
    expect(await store.resetServiceStats('acme', 'acme-shop', '2025-01-02')).toBe(3)
    expect(await store.resetServiceStats('acme', 'acme-till', undefined)).toBe(2)
    expect(await countRows(store)).toEqual({ ...untouched, 'acme-cart': 0, 'acme-search': 2 })
  })

  filled('resetServiceStats of a service without monitors returns 0', async ({ store }) => {
    expect(await store.resetServiceStats('acme', 'acme-bare', undefined)).toBe(0)
    expect(await store.resetServiceStats('acme', 'acme-bare', '2025-01-02')).toBe(0)
    expect(await countRows(store)).toEqual(untouched)
  })
}

export function foreignStatistics(filled: StoreTest): void {
  filled.for([undefined, '9999-12-31'])(
    'a monitor and a service of another team are undefined and stay unchanged (%s)',
    promise('P50'),
    async (before, { store }) => {
      expect(await store.resetMonitorStats('acme', 'globex-home', before)).toBeUndefined()
      expect(await store.resetServiceStats('acme', 'globex-site', before)).toBeUndefined()
      expect(await store.resetMonitorStats('globex', 'acme-cart', before)).toBeUndefined()
      expect(await store.resetServiceStats('globex', 'acme-shop', before)).toBeUndefined()
      expect(await countRows(store)).toEqual(untouched)
    },
  )

  filled('an unknown monitor or service is undefined, and a monitor is no service', async ({ store }) => {
    for (const id of [...unknownIds, 'acme-open']) {
      expect(await store.resetMonitorStats('acme', id, undefined)).toBeUndefined()
      expect(await store.resetServiceStats('acme', id, undefined)).toBeUndefined()
      expect(await store.resetMonitorStats(id, 'acme-cart', undefined)).toBeUndefined()
      expect(await store.resetServiceStats(id, 'acme-shop', undefined)).toBeUndefined()
    }
    expect(await store.resetMonitorStats('acme', 'acme-shop', undefined)).toBeUndefined()
    expect(await store.resetServiceStats('acme', 'acme-cart', undefined)).toBeUndefined()
    expect(await countRows(store)).toEqual(untouched)
  })
}
