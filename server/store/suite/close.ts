/** Tests of `close`. */
import { ApiError } from '@monitoring-service/http'
import { expect } from 'vitest'
import { account } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

export function closing(filled: StoreTest): void {
  filled('after close, every method rejects with UNAVAILABLE', async ({ store }) => {
    await store.close()
    const methods = Object.entries(store as unknown as Record<string, () => Promise<unknown>>)
    // The state of the connections needs no call of the database.
    const others = methods.filter(([name]) => !['close', 'connections', 'isStuck'].includes(name))
    expect(others).not.toEqual([])
    for (const [name, method] of others) {
      const refusal = await method().catch((error) => error)
      expect(refusal, name).toBeInstanceOf(ApiError)
      expect(refusal, name).toMatchObject({ code: 'UNAVAILABLE' })
    }
  })

  filled('close waits for running calls, and can be called again', async ({ store }) => {
    const calls = Array.from({ length: 10 }, (_, i) => store.addAccount(...account(`new${i}`)))
    await Promise.all([store.close(), store.close()])
    expect(await Promise.all(calls)).toEqual(Array(10).fill(true))
    await store.close()
  })
}
