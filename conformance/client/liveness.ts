/** During a run: distinguishes a target that is down from a single request without a response. */
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpClient } from './http.ts'

export class TargetDownError extends Error {}

export type Liveness = ReturnType<typeof createLiveness>

const pollInterval = 250

/** @param patience in milliseconds. */
export function createLiveness(client: HttpClient, patience: number) {
  let probing: Promise<boolean> | undefined
  const ping = () => client.sendOnce(client.pingRequest).catch(() => undefined)

  async function waitUntilUp(): Promise<boolean> {
    const deadline = performance.now() + patience
    for (;;) {
      if (client.remainingRequests() <= 0 || (await ping())) return true
      if (performance.now() >= deadline) return false
      await pause(pollInterval)
    }
  }

  return {
    /** Returns true once the target responds, false after the patience. Concurrent callers share one probe. */
    isUp(): Promise<boolean> {
      probing ??= waitUntilUp().finally(() => {
        probing = undefined
      })
      return probing
    },
    /** Returns true if the target responds to a request now, with neither 429 nor 503. */
    async isServing(): Promise<boolean> {
      const status = (await ping())?.response.status
      return status !== undefined && status !== 503 && status !== 429
    },
  }
}
