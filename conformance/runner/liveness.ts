/** Whether the target is there: looked at for all checks together, whenever one of them gets no answer. */
import type { HttpClient } from '../client/http.ts'

/** The target answers nobody any more. */
export class TargetDownError extends Error {}

export interface Liveness {
  /** Whether the target answers, or does again after a while. Who asks meanwhile hears the same. */
  isUp(): Promise<boolean>
  /** Whether others are served now. */
  isServing(): Promise<boolean>
}

/** Between two looks, in milliseconds. */
const pause = 250

/** @param patience how long to wait for a target to come back, in milliseconds. */
export function createLiveness(client: HttpClient, patience: number): Liveness {
  let looking: Promise<boolean> | undefined

  async function answers(): Promise<boolean> {
    return client.openConnections(1).then(
      () => true,
      () => false,
    )
  }

  async function lookOut(): Promise<boolean> {
    const deadline = performance.now() + patience
    if (await answers()) return true
    while (performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (await answers()) return true
    }
    return false
  }

  return {
    isUp() {
      looking ??= lookOut().finally(() => {
        looking = undefined
      })
      return looking
    },
    async isServing() {
      const { response } = (await client.sendOnce(client.pingRequest).catch(() => undefined)) ?? {}
      return response !== undefined && response.status !== 503 && response.status !== 429
    },
  }
}
