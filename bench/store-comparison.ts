/** One comparison of `store-peers`: a call through our store beside the same done by others. */
import { median, type Row } from './report.ts'
import { type Call, medianRatio, takeTurns, timeTurn } from './store-rounds.ts'

export interface Comparison {
  what: string
  /** How many clients call at once. */
  clients: number
  ours: Call
  peers: { name: string; call: Call; goal?: number }[]
  /** Puts things back before each turn, outside the clock. */
  before?(): unknown
  /** How long a turn lasts at least, in milliseconds; a call that takes longer is done once by each client. */
  turn: number
  rounds: number
  /** How long a call of ours may take, in milliseconds. */
  atMost?: number
}

/** A row for each peer. A speed of 0.8x means that ours does 0.8 calls while the peer does one. */
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
  // What comes first runs code that is not compiled yet.
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
