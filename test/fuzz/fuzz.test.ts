/** Server, mock and express-openapi-validator give generated requests the same responses, all valid by the contract. */
import { expect, it } from 'vitest'
import { compareResponses } from './compare.ts'

/** To run more: `npm run agreement -- --fuzz 100000`. */
const count = 700

it('Valid and spoiled requests get the same, expected response from server, mock and the validator alone', {
  tags: ['P32'],
  timeout: 300_000,
}, async () => {
  const seen = await compareResponses({ requests: count, seed: 1 })
  expect(Object.values(seen).reduce((sum, count) => sum + count)).toBe(count)
  // Every status that one request can produce without preconditions.
  const statuses = new Set(Object.keys(seen).map((status) => status.slice(0, 3)))
  expect([...statuses].sort()).toEqual(['200', '201', '204', '400', '401', '403', '404', '405', '409', '413', '415'])
})
