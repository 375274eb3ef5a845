/** Keeps the listing still while a sequence reads it: other sequences wait, since their deletions would move its pages. */

export interface Gate {
  /** Runs a step beside those of other sequences, or alone. */
  pass<T>(isAlone: boolean, step: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  const running = new Set<Promise<unknown>>()
  let alone: Promise<unknown> | undefined

  async function passAlone<T>(step: () => Promise<T>): Promise<T> {
    while (alone) await alone
    const result = Promise.allSettled(running).then(step)
    alone = Promise.allSettled([result])
    try {
      return await result
    } finally {
      alone = undefined
    }
  }

  return {
    async pass(isAlone, step) {
      if (isAlone) return passAlone(step)
      while (alone) await alone
      const result = step()
      running.add(result)
      try {
        return await result
      } finally {
        running.delete(result)
      }
    },
  }
}
