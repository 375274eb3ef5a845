/** Exploring finds effects that no check names, within the requests of a usual run. */
import { expect, test, vi } from 'vitest'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { changing } from '../../conformance/self-test/overrides.ts'
import { type CheckOutcome, explore, startExplored } from './exploration.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Effects that only objects with something in common show, and only where a hook makes such. */
const effects: Record<string, { check: string; override: Override }> = {
  'a deletion that takes resolved incidents of the same monitor with it': {
    check: 'EXPLORE-02',
    override: (base, store) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        for (const other of store.incidents.values()) {
          const isSame = incident.monitorId !== null && other.monitorId === incident.monitorId
          if (isSame && other.status === 'resolved') store.incidents.delete(other.id)
        }
      },
    }),
  },
  "a serviceId that is the service of the incident's monitor": {
    check: 'EXPLORE-02',
    override: (base, store) => ({
      incident(incident) {
        const service = [...store.services.values()].find(({ monitors }) =>
          monitors.includes(String(incident.monitorId)),
        )
        return base.incident(service ? { ...incident, serviceId: service.id } : incident)
      },
    }),
  },
  'a resolve that changes the title': {
    check: 'EXPLORE-02',
    override: changing('toResolved', (resolved) => ({ ...resolved, title: `${resolved.title} (done)` })),
  },
  'a second request for a deletion after a week': {
    check: 'EXPLORE-01',
    override: (base) => ({
      assertSchedulable(user) {
        const isOld = (user.deletion?.requestedAt.getTime() ?? Date.now()) < Date.now() - 7 * 86_400_000
        base.assertSchedulable(isOld ? { ...user, deletion: undefined } : user)
      },
    }),
  },
}

test.each(Object.entries(effects))('exploring finds %s', async (_, { check, override }) => {
  const { report } = await explore(await startExplored({ fault: { override } }), '--max-requests', '1400')
  expect(report.checks.find(({ id }: CheckOutcome) => id === check).outcome.sound).toBe('fail')
})
