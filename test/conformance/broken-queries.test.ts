/** The model of the document reads a query as it was sent. */
import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/client/exchange.ts'
import { locate } from '../../conformance/document/situation.ts'
import { createModel } from '../../conformance/document/state.ts'

const transport = { token: { header: 'authorization', value: '{token}' }, admin: { header: 'x-key', value: '{key}' } }

test.each([
  ['%zz', true],
  ['100%', true],
  ['100%25', false],
  ['%E2%82%AC', false],
])('A server may refuse the path of before=%s: %s.', (before, isBroken) => {
  const path = `/api/v1/monitors/one/stats?before=${before}`
  const request = { operationId: 'resetMonitorStats', method: 'DELETE', path, url: path, headers: {} }
  const exchange = { request, started: new Date(), targetTime: Date.now() } as unknown as Exchange
  expect(locate(createModel(), exchange, transport)?.situation.hasBrokenQuery).toBe(isBroken)
})
