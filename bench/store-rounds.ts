/** How the storage benchmarks take turns: A B C A B C, so that a busy moment of the machine strikes all alike. */
import { availableParallelism, loadavg } from 'node:os'
import { median } from './report.ts'

/** @param nth - The number of the call in its turn, from 0. */
export type Call = (nth: number) => unknown

/** Milliseconds per acknowledged call, by so many clients who each make one after the other for some milliseconds. */
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

/** Lets each take a turn in every round, and each be first as often as the others. */
export async function takeTurns<T>(rounds: number, turns: (() => Promise<T>)[]): Promise<T[][]> {
  const taken = turns.map((): T[] => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < turns.length; turn++) {
      const index = (round + turn) % turns.length
      taken[index]?.push(await (turns[index] as () => Promise<T>)())
    }
  }
  return taken
}

/** The median over all rounds of how the one stood to the other in the same round. */
export function medianRatio(ones: number[], others: number[]): number {
  return median(ones.map((one, round) => one / (others[round] ?? NaN)))
}

/** Ratios bear with a busy machine; what is counted in milliseconds or by the second does not. */
export function tellLoad(): string {
  const [minute = 0, five = 0] = loadavg()
  return `${availableParallelism()} cores; load of the last minute ${minute.toFixed(1)}, of the last five ${five.toFixed(1)}.`
}
