/** One comparison of `store-peers`: a call through our store beside the same call through drivers. */
import type { Row } from '../report.ts'
import { type Call, median, medianRatio, takeTurns, timeTurn } from '../rounds.ts'

export interface Comparison {
  what: string
  /** The number of concurrent clients. */
  clients: number
  ours: Call
  peers: { name: string; call: Call; goal?: number }[]
  /** Resets the records before each turn, outside the measured time. */
  before?(): unknown
  /** The shortest duration of a turn in milliseconds; each client makes at least one call. */
  turn: number
  rounds: number
  /** The longest permitted time of our call, in milliseconds. */
  atMost?: number
}

/** A row for each peer. At a speed of 0.8x, ours makes 0.8 calls while the peer makes one. */
export async function compare({
  what,
  clients,
  ours,
  peers,
  before,
  turn,
  rounds,
  atMost,
}: Comparison): Promise<Row[]> {
  const take = (call: Call) => async () => {
    await before?.()
    return timeTurn(call, clients, turn)
  }
  const turns = [ours, ...peers.map(({ call }) => call)].map(take)
  // The first turns run code that is not compiled yet.
  await takeTurns(2, turns)
  const [mine = [], ...others] = await takeTurns(rounds, turns)
  const rows = peers.map(({ name, goal }, n): Row => {
    const speed = medianRatio(others[n] ?? [], mine)
    return {
      call: what,
      clients,
      peer: name,
      'peer µs': Math.round(1_000 * median(others[n] ?? [])),
      'ours µs': Math.round(1_000 * median(mine)),
      speed: `${speed.toFixed(2)}x`,
      goal: goal ? `${goal}x` : '',
      met: goal ? (speed >= goal ? 'yes' : 'NO') : '',
    }
  })
  const [first] = rows
  if (atMost && first) {
    const met = median(mine) <= atMost ? 'yes' : 'NO'
    rows.push({ ...first, peer: '', 'peer µs': '', speed: '', goal: `${atMost} ms`, met })
  }
  return rows
}
