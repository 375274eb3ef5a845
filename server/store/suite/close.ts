/** What a store owes when it is closed. */
import { ApiError } from '@monitoring-service/http'
import { expect } from 'vitest'
import type { StoreTest } from './index.ts'
import { readCalls, writeCalls } from './sample-calls.ts'
import { account } from './sample-data.ts'

export function closing(filled: StoreTest): void {
  filled.for(Object.entries({ ...readCalls, ...writeCalls }))(
    'after close, %s is refused as unavailable',
    async ([_, call], { store }) => {
      await store.close()
      const refusal = await call(store).catch((error) => error)
      expect(refusal).toBeInstanceOf(ApiError)
      expect(refusal).toMatchObject({ code: 'UNAVAILABLE' })
    },
  )

  filled('close waits for what is under way, and can be called again', async ({ store }) => {
    const calls = Array.from({ length: 10 }, (_, i) => store.addAccount(...account(`new${i}`)))
    await Promise.all([store.close(), store.close()])
    expect(await Promise.all(calls)).toEqual(Array(10).fill(true))
    await store.close()
  })
}
