/** Exploring: generated sequences find faults that no check names, and accuse no legal implementation. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fixtureKinds } from '../../conformance/explore/fixture-kinds.ts'
import { createModel } from '../../conformance/explore/model.ts'
import type { World } from '../../conformance/explore/world.ts'
import { type Implementation, startImplementation } from '../../conformance/self-test/implementation/index.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { changing, only } from '../../conformance/self-test/overrides.ts'
import { variants } from '../../conformance/self-test/variants/index.ts'
import { runKit } from './kit-harness.ts'

vi.setConfig({ testTimeout: 60_000 })

const running: Implementation[] = []
afterAll(() => Promise.all(running.splice(0).map((implementation) => implementation.close())))

async function start(options: Parameters<typeof startImplementation>[0] = {}): Promise<string[]> {
  const implementation = await startImplementation(options)
  running.push(implementation)
  return [implementation.url, '--hook', implementation.hookUrl, '--admin-key', implementation.adminKey]
}

/** Explores with a seed and returns what the report keeps. */
async function explore(flags: string[], ...more: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'exploring-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const seeded = ['--seed', '2', '--explore', '20', '--max-requests', '500', '--patience', '2', '--report', folder]
  const { code, out, err } = await runKit(...flags, '--only', 'Exploring', ...seeded, ...more)
  if (code === 2 || code === 4) throw new Error(err)
  const file = join(folder, 'exploration.json')
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
  return { code, out, file, report, kept: JSON.parse(await readFile(file, 'utf8')) }
}

/** Answered rightly, but not kept, in one case of several. */
const notKept: Override = (base) => ({
  saveIncident(incident, call) {
    if (incident.type !== 'auto' || call.caller?.role !== 'member') base.saveIncident(incident, call)
  },
})

const countsTooMany = only(
  'resetServiceStats',
  changing('resetResult', (fields, rows) => ({ ...fields, deletedCount: rows.length * 2 })),
)

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

/** A hook that knows no wishes makes the usual fixtures. */
const withoutWishes: Override = ({ states }) => ({
  states: Object.fromEntries(
    Object.entries(states).map(([name, make]) => [
      name,
      ({ oauth, teamName, deletionRequestedDaysAgo, monitorId, acknowledged, role, ...params }) => {
        const { id, ...made } = make({ ...params, role: role === 'owner' ? 'member' : role })
        return id === undefined ? made : { id }
      },
    ]),
  ),
})

describe('exploring', () => {
  test.each(Object.entries(effects))('finds %s', async (_, { check, override }) => {
    const { report } = await explore(await start({ fault: { override } }), '--max-requests', '1400')
    expect(report.checks.find(({ id }: Report) => id === check).outcome.sound).toBe('fail')
  })

  test('accuses nothing where the hook knows no wishes', async () => {
    const { report } = await explore(await start({ variant: { override: withoutWishes } }), '--explore', '1')
    expect(report.checks.filter(({ outcome }: Report) => outcome.sound === 'fail')).toEqual([])
  })

  test('finds a write that is answered and not kept, shortens the sequence, and repeats it with the seed', async () => {
    const flags = await start({ fault: { override: notKept } })
    const { code, report, kept, file } = await explore(flags)
    expect(code).toBe(1)
    const failed = report.checks.find(({ id }: Report) => id === 'EXPLORE-02')
    expect(failed.outcome.documented).toBe('fail')
    const [{ turns, expected }] = kept.found
    expect(expected).toBe('the call is refused: incident already resolved')
    expect(turns.length).toBeLessThanOrEqual(4)
    const again = await runKit('replay', file, ...flags)
    expect({ code: again.code, out: again.out }).toEqual({ code: 1, out: expect.stringContaining(expected) })
    expect((await explore(flags)).kept.found[0].turns).toEqual(turns)
    const { code: left, report: none } = await explore(flags, '--no-explore')
    expect({ left, kept: none.exploration }).toEqual({ left: 3, kept: undefined })
    await writeFile(file, '{}')
    expect(await runKit('replay', file, ...flags)).toMatchObject({ code: 2 })
  })

  test('names the object of the call that showed a fault first, then what it consists of', async () => {
    const flags = await start({ fault: { override: countsTooMany } })
    const { report } = await explore(flags)
    const { given } = report.checks.find(({ id }: Report) => id === 'EXPLORE-04')
    const [about, ...others] = given.filter((line: string) => /^(?:service|monitor)\S*: /.test(line))
    expect(about).toMatch(/^service\S*: .*, linked to monitor/)
    expect(others[0]).toMatch(/^monitor/)
  })

  test.each([
    ['open', {}],
    ['acknowledged', { wish: 'acknowledged' }],
    ['resolved', { state: 'resolved', wish: 'acknowledged' }],
  ])('says of an incident that it is %s, as the hook was asked', async (state, wishes) => {
    const world = {
      model: createModel(),
      provide: async () => ({ id: 'one' }),
      owner: async () => ({}),
    } as unknown as World
    const action = { kind: 'an incident', by: 'writer', name: 'it', more: { type: 'manual', state: 'open', ...wishes } }
    expect(await fixtureKinds['an incident']?.make(world, action)).toBe(
      `it: ${state} manual incident one of the team of writer`,
    )
  })

  test('says whose team a new account is in', async () => {
    let shared: ReturnType<Parameters<Override>[0]['createAccount']>['team'] | undefined
    const sharesTeam: Override = (base) => ({
      createAccount(input) {
        const { user, team } = base.createAccount(input)
        shared ??= team
        return { user: { ...user, teamId: shared.id }, team: shared }
      },
    })
    const { out } = await explore(await start({ fault: { override: sharesTeam } }), '--explore', '4')
    expect(out).toMatch(/the team of a new account is not "\w+"; seen: that of \w+, \S+@/)
  })

  const legal = ['account-lag', 'listing-masked', 'reset-nothing-404']
  test.each(legal)('accuses no implementation of the legal variant %s', async (id) => {
    const flags = await start({ variant: variants.find((variant) => variant.id === id) })
    const { report } = await explore(flags, '--explore', '0.5')
    expect(report.checks.filter(({ outcome }: Report) => outcome.sound === 'fail')).toEqual([])
  })
})

interface Report {
  id: string
  outcome: { sound: string }
}
