/** Server and mock return the same status and error code for requests generated from the contract. */
import { demo, operations } from '@monitoring-service/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type FuzzClient, startClients } from './clients.ts'
import { invalidResponses, startFixedResponseServer, validResponse } from './invalid-responses.ts'
import { formatDifference } from './print.ts'
import type { RawRequest } from './raw-request.ts'
import { fuzz } from './run.ts'

describe('Generated requests', () => {
  let parties: FuzzClient[]
  beforeAll(async () => {
    parties = await startClients()
  })
  afterAll(() => Promise.all(parties.map((party) => party.close())))

  it('get the same status and code from server and mock, and responses that fit the contract', {
    tags: ['P32'],
    timeout: 120_000,
  }, async () => {
    const { requests, answers, differences } = await fuzz(parties, { requests: 1_500, seed: 1 })
    expect(differences.map(formatDifference).join('\n\n')).toBe('')
    expect(requests).toBe(1_500)
    // Every status that one request can produce without preconditions.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415]) {
      const count = Object.entries(answers).filter(([said]) => said.startsWith(String(status)))
      expect(count, `responses with ${status}`).not.toEqual([])
    }
  })
})

describe('validateResponse', () => {
  const message: RawRequest = { operationId: 'login', method: 'GET', target: '/x', headers: [['Host', 'localhost']] }

  async function judge(answer: string | null) {
    const party = createClient(await startFixedResponseServer('mock', answer), 1_000)
    const reply = await party.ask(message)
    await party.close()
    return reply
  }

  it('accepts a valid response', async () => {
    expect(await judge(validResponse)).toEqual({ said: '404 NOT_FOUND', problems: [] })
  })

  it.each(invalidResponses)('rejects a response with %s', async (_, answer, complaint) => {
    expect((await judge(answer)).problems[0]).toMatch(complaint)
  })
})

describe('A difference', () => {
  // Two clients that differ in one method only.
  const party = (name: FuzzClient['name'], patched: string): FuzzClient => ({
    name,
    ask: async ({ method }) => ({ said: method === 'PATCH' ? patched : '200', problems: [] }),
    close: async () => {},
  })
  const settings = { requests: 2_000, seed: 1 }

  it('is reported once for each path, with its smallest request, and the run continues', async () => {
    const { requests, answers, differences } = await fuzz([party('server', '405'), party('mock', '404')], settings)
    expect(requests).toBe(2_000)
    expect(differences).toHaveLength(new Set(Object.values(operations).map(({ path }) => path)).size)
    expect(differences.reduce((sum, { count }) => sum + count, 0)).toBe(answers['405'])
    expect(differences.map(({ request }) => request)).toContain(
      `PATCH /admin/deletion-requests HTTP/1.1\nHost: localhost\nX-Admin-Api-Key: ${demo.adminApiKey}`,
    )
  })

  it('is found again with the same seed', async () => {
    const both = () => fuzz([party('server', '405'), party('mock', '404')], settings)
    expect(await both()).toEqual(await both())
  })
})
