/** The server decides exactly like express-openapi-validator without the fast path. */
import { demo } from '@monitoring-service/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FuzzClient } from '../fuzz/clients.ts'
import { formatDifference } from '../fuzz/print.ts'
import type { RawRequest } from '../fuzz/raw-request.ts'
import { fuzz } from '../fuzz/run.ts'
import { startComparedClients } from './clients.ts'

let parties: FuzzClient[]
beforeAll(async () => {
  parties = await startComparedClients()
})
afterAll(() => Promise.all(parties.map(({ close }) => close())))

it.each(['9'.repeat(309), `-${'9'.repeat(309)}`, '1e400', '99999999999999999999', '1', '01', '+1', '%31', '1%00'])(
  'gives the same status, code and handler calls for the page number %s',
  async (page) => {
    const headers: RawRequest['headers'] = [
      ['Host', 'localhost'],
      ['X-Admin-Api-Key', demo.adminApiKey],
    ]
    const request = { operationId: 'listDeletionRequests', method: 'GET', headers } as const
    const target = `/admin/deletion-requests?page=${page}`
    const [server, oracle] = await Promise.all(parties.map(({ ask }) => ask({ ...request, target })))
    expect(server).toEqual(oracle)
  },
)

it('gives generated requests the same status, code and handler calls as the validator alone', {
  timeout: 120_000,
}, async () => {
  const { requests, answers, differences } = await fuzz(parties, { requests: 1_500, seed: 8 })
  expect(differences.map(formatDifference).join('\n\n')).toBe('')
  expect(requests).toBe(1_500)
  // Both paths: requests that the fast path accepts, and those that the validator decides.
  for (const said of ['200', '201', '204', '400 VALIDATION_ERROR', '401 UNAUTHENTICATED', '403 INSUFFICIENT_SCOPE']) {
    expect(answers[said], said).toBeGreaterThan(0)
  }
})
