/** Interleaved rounds, A B C A B C, so that a busy moment of the machine affects all subjects alike; and their statistics. */
import { availableParallelism, loadavg } from 'node:os'

/** @param nth - The number of the call in its turn, from 0. */
export type Call = (nth: number) => unknown

/** Milliseconds per acknowledged call, with a number of clients that each call sequentially for at least some milliseconds. */
export async function timeTurn(call: Call, clients: number, atLeast: number): Promise<number> {
  const start = performance.now()
  let [nth, done] = [0, 0]
  const client = async () => {
    do {
      await call(nth++)
      done++
    } while (performance.now() - start < atLeast)
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (performance.now() - start) / done
}

/** Runs each turn once per round; each turn is first as often as the others. */
export async function takeTurns<T>(rounds: number, turns: (() => Promise<T>)[]): Promise<T[][]> {
  const results = turns.map((): T[] => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < turns.length; turn++) {
      const index = (round + turn) % turns.length
      results[index]?.push(await (turns[index] as () => Promise<T>)())
    }
  }
  return results
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The median over all rounds of the ratio within the same round. */
export function medianRatio(ones: number[], others: number[]): number {
  return median(ones.map((one, round) => one / (others[round] ?? NaN)))
}

export const formatRatio = (ratio: number) => `${ratio.toFixed(2)}x`

/** Ratios remain valid on a busy machine; absolute times do not. */
export function describeLoad(): string {
  const [minute = 0, five = 0] = loadavg()
  return `${availableParallelism()} cores; load of the last minute ${minute.toFixed(1)}, of the last five ${five.toFixed(1)}.`
}
