/** The benchmark `sdk-time`: the duration of a call beside bare fetch, with a local server. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import createFetchClient from 'openapi-fetch'
import type { paths } from '../../../contract/generated/types.ts'
import { createMonitoring } from '../../../sdk/index.ts'
import type { Benchmark } from '../report.ts'
import { median, takeTurns } from '../rounds.ts'
import { loadHeyApi } from './hey-api.ts'

const rounds = 40
const callsPerRound = 250
const id = '01JQZX5V8Q4M2N7R3T9W6Y1B0C'
const cause = 'A deploy.'
const token = 'token'

type Caller = () => Promise<unknown>

async function listCallers(baseUrl: string): Promise<[name: string, call: Caller][]> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Content-Type': 'application/json' }
  const url = `${baseUrl}/api/v1/incidents/${id}/resolve`
  const bare = async () => {
    const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ cause }) })
    return response.json()
  }

  const api = createMonitoring({ baseUrl, session: { token: () => token } })
  const ours = () => api.incidents.resolve(id, { cause })

  const client = createFetchClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const openapiFetch = async () => {
    const { data } = await client.PUT('/api/v1/incidents/{id}/resolve', { params: { path: { id } }, body: { cause } })
    return data
  }

  const module = await loadHeyApi()
  const heyApi = async () => {
    const { data } = await module.resolveIncident({ baseUrl, auth: () => token, path: { id }, body: { cause } })
    return data
  }

  return [
    ['bare fetch', bare],
    ['ours', ours],
    ['openapi-fetch', openapiFetch],
    ['hey-api default', heyApi],
  ]
}

/** Microseconds per call, sent sequentially. */
async function timeRound(call: Caller): Promise<number> {
  const start = performance.now()
  for (let count = 0; count < callsPerRound; count++) await call()
  return ((performance.now() - start) * 1000) / callsPerRound
}

export const sdkTime: Benchmark = {
  title: 'time of a call to a server on this machine',
  async run() {
    const worker = new Worker(new URL('./time-server.ts', import.meta.url))
    try {
      const [port] = await once(worker, 'message')
      const callers = await listCallers(`http://127.0.0.1:${port}`)
      for (const [name, call] of callers) {
        const data = (await call()) as { incident?: unknown } | undefined
        if (!data?.incident) throw new Error(`${name} returned no incident`)
        for (let warm = 0; warm < 4; warm++) await timeRound(call)
      }
      const turns = callers.map(
        ([, call]) =>
          () =>
            timeRound(call),
      )
      const times = await takeTurns(rounds, turns)
      const medians = times.map(median)
      const [bare = NaN, , openapiFetch = NaN] = medians
      const rows = callers.map(([name], index) => {
        const time = medians[index] ?? NaN
        return {
          client: name,
          'µs per call': Math.round(time),
          'over bare fetch': Math.round(time - bare),
          'to openapi-fetch': `${(time / openapiFetch).toFixed(2)}x`,
        }
      })
      return { rows, notes: [`Medians of ${rounds} interleaved rounds of ${callsPerRound} calls, one at a time.`] }
    } finally {
      await worker.terminate()
    }
  },
}
