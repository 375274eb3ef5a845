/** The benchmark `sdk-behaviour`: how clients handle failures. */
import type { Benchmark, Row } from '../report.ts'
import { runBehaviour } from './behaviour.ts'
import { loadHeyApi } from './hey-api.ts'
import { listPeers } from './peer-clients.ts'

export const sdkBehaviour: Benchmark = {
  title: 'what clients do when things go wrong',
  async run() {
    const results = await runBehaviour(listPeers(await loadHeyApi()))
    const rows: Row[] = results.map(({ scenario, cells }) => {
      const shown = Object.entries(cells).map(([name, { verdict, text }]) => [name, `${verdict}: ${text}`])
      return { scenario, ...Object.fromEntries(shown) }
    })
    const count = (name: string, verdict: string) =>
      results.filter(({ cells }) => cells[name]?.verdict === verdict).length
    const names = Object.keys(results[0]?.cells ?? {})
    const totals = names.map((name) => [name, `${count(name, 'ok')} ok, ${count(name, 'no')} no`])
    return { rows: [...rows, { scenario: 'in all', ...Object.fromEntries(totals) }] }
  },
}
