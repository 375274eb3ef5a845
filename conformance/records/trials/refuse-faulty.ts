/** During a run: refuses the fixtures that the trials of the hook found faulty, whichever recipe asks for them. */
import type { FixturePool } from '../pool.ts'
import { FaultyFixtureError, type Provider } from '../provider.ts'
import type { FixtureFault } from './fixture-fault.ts'

/** @returns the pool, whose callers and objects throw a FaultyFixtureError if a fault concerns them. */
export function refuseFaulty(pool: FixturePool, faults: readonly FixtureFault[]): FixturePool {
  const assertSound = (...needs: string[]) => {
    const fault = faults.find(({ concerns }) => concerns({ needs, requirementIds: [] }))
    if (fault) throw new FaultyFixtureError(fault.reason)
  }

  const guarded = (provider: Provider): Provider => ({
    ...provider,
    async incident(demand) {
      assertSound(demand.of.role, `${demand.resolved ? 'resolved' : 'open'} ${demand.type} incident`)
      return provider.incident(demand)
    },
    async monitor(demand) {
      assertSound(demand.of.role, demand.days.length > 0 ? 'monitor with rows' : 'monitor')
      return provider.monitor(demand)
    },
    async service(demand) {
      assertSound(demand.of.role, demand.monitors.flat().length > 0 ? 'service with monitors' : 'service')
      return provider.service(demand)
    },
  })

  return {
    ...pool,
    async sharedCaller(sender, role) {
      assertSound(role)
      return pool.sharedCaller(sender, role)
    },
    async freshCaller(sender, role, ...more) {
      assertSound(role)
      return pool.freshCaller(sender, role, ...more)
    },
    provide: (what, from, of) => pool.provide(what, (provider) => from(guarded(provider)), of),
  }
}
