/** Exploring finds effects that no check names, within the requests of a usual run. */
import { expect, test, vi } from 'vitest'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { step, tokenOf } from '../../conformance/self-test/overrides.ts'
import { explore, startExplored } from './exploration.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Effects that only objects with something in common show, and only where a hook makes such. */
const effects: Record<string, { seed?: string; level?: 'profile'; override: Override }> = {
  'a deletion that takes resolved incidents of the same monitor with it': {
    seed: '1',
    override: step('removeIncident').after(({ monitorId }, { incidents }) => {
      for (const other of incidents.values()) {
        const isSame = monitorId !== null && other.monitorId === monitorId
        if (isSame && other.status === 'resolved') incidents.delete(other.id)
      }
    }),
  },
  "a serviceId that is the service of the incident's monitor": {
    override: step('incident').passing((incident, { services }) => {
      const service = [...services.values()].find(({ monitors }) => monitors.includes(String(incident.monitorId)))
      return [service ? { ...incident, serviceId: service.id } : incident]
    }),
  },
  'a resolve that changes the title': {
    override: step('toResolved').setting(({ title }) => ({ title: `${title} (done)` })),
  },
  'a resolve that takes the milliseconds from startedAt': {
    level: 'profile',
    override: step('toResolved').setting(({ startedAt }) => ({
      startedAt: new Date(Math.floor(startedAt.getTime() / 1000) * 1000),
    })),
  },
  'a second request for a deletion after a week': {
    seed: '1',
    override: (base) => ({
      assertSchedulable(user) {
        const isOld = (user.deletion?.requestedAt.getTime() ?? Date.now()) < Date.now() - 7 * 86_400_000
        base.assertSchedulable(isOld ? { ...user, deletion: undefined } : user)
      },
    }),
  },
  "a member's request for deletion that moves the dates of another member's": {
    override: (base) => ({
      toScheduled(user) {
        const after = base.toScheduled(user)
        for (const other of base.users.values())
          if (other.teamId === user.teamId && other.deletion)
            base.users.set(other.id, { ...other, deletion: after.deletion })
        return after
      },
    }),
  },
  'a second request for deletion in a session that began after the first': {
    override(base) {
      const later = new Set<string>()
      return {
        issueToken(user, use, call) {
          const token = base.issueToken(user, use, call)
          if (user.deletion) later.add(token)
          return token
        },
        verifyProof(user, call) {
          if (later.has(tokenOf(call, base) ?? '')) base.users.set(user.id, { ...user, deletion: undefined })
          base.verifyProof(user, call)
        },
      }
    },
  },
  'a reset that removes a monitor whose rows are all gone': {
    override: (base) => ({
      removeRows(rows, call) {
        base.removeRows(rows, call)
        const left = new Set([...base.stats].map(({ monitorId }) => monitorId))
        for (const { monitorId } of rows) if (!left.has(monitorId)) base.monitors.delete(monitorId)
      },
    }),
  },
  'a deletion that takes the service of the incident with it': {
    override: (base) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        base.services.delete(incident.serviceId ?? '')
      },
    }),
  },
}

test.each(Object.entries(effects))('exploring finds %s', async (_, { level = 'sound', seed = '2', override }) => {
  const { report } = await explore(
    await startExplored({ fault: { override } }),
    '--seed',
    seed,
    '--max-requests',
    '1400',
    '--level',
    'profile',
  )
  expect(report.checks[0].outcome[level]).toBe('fail')
})
