/** Judges one mutant after the other, two at a time. */
import { excuseOf } from './equivalent.ts'
import { type Fate, judge } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { copyTrees, type Tree } from './tree.ts'

export interface Verdict extends Mutant, Fate {
  /** Why it survives, if it does and if that is known. */
  kind?: 'equivalent' | 'hidden'
  reason?: string
  milliseconds: number
}

const workers = 2

/** @throws Error in one line if the kit finds fault with the server as it is, or if somebody interrupts. */
export async function hunt(chosen: Mutant[]): Promise<Verdict[]> {
  const { trees, remove } = await copyTrees(workers)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
  const verdicts = new Map<Mutant, Verdict>()
  const waiting = [...chosen]

  async function work(tree: Tree): Promise<void> {
    for (let mutant = waiting.shift(); mutant && !stop.signal.aborted; mutant = waiting.shift()) {
      const begin = performance.now()
      const fate = await tree.broken(mutant, () => judge(tree.path, stop.signal))
      const { kind, reason } = (fate.killed === undefined && excuseOf(mutant)) || {}
      const milliseconds = Math.round(performance.now() - begin)
      verdicts.set(mutant, { ...mutant, ...fate, ...(kind && reason && { kind, reason }), milliseconds })
      if (process.stderr.isTTY) process.stderr.write(`\r${verdicts.size} of ${chosen.length}`)
    }
  }

  try {
    for (const { path } of trees) {
      const { killed, by } = await judge(path, stop.signal)
      if (killed && !stop.signal.aborted) throw new Error(`without any mutant, the kit is not content: ${by}`)
    }
    await Promise.allSettled(trees.map((tree) => work(tree).catch((error) => stop.abort(error))))
    stop.signal.throwIfAborted()
  } finally {
    await remove()
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  }
  return chosen.flatMap((mutant) => verdicts.get(mutant) ?? [])
}
