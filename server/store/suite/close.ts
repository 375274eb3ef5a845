/** What a store owes when it is closed. */
import { ApiError } from '@monitoring-service/http'
import { expect, it } from 'vitest'
import type { Use } from './index.ts'
import { readCalls, writeCalls } from './sample-calls.ts'
import { account } from './sample-data.ts'

export function closing(filled: Use): void {
  it.each(Object.entries({ ...readCalls, ...writeCalls }))('after close, %s is refused as unavailable', (_, call) =>
    filled(async (store) => {
      await store.close()
      const refusal = await call(store).catch((error) => error)
      expect(refusal).toBeInstanceOf(ApiError)
      expect(refusal).toMatchObject({ code: 'UNAVAILABLE' })
    })(),
  )

  it(
    'close waits for what is under way, and can be called again',
    filled(async (store) => {
      const calls = Array.from({ length: 10 }, (_, i) => store.addAccount(...account(`new${i}`)))
      await Promise.all([store.close(), store.close()])
      expect(await Promise.all(calls)).toEqual(Array(10).fill(true))
      await store.close()
    }),
  )
}
