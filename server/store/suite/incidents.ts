/** Tests of incidents. */
import { expect } from 'vitest'
import { emptyData, type Incident } from '../records.ts'
import type { Guard, IncidentChange, Store } from '../store.ts'
import { promise } from './promise.ts'
import { incident, oddTexts, sampleRecord, unknownIds } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

/** Reads a stored incident. */
export function readIncident(store: Store, teamId: string, id: string): Promise<Incident | undefined> {
  return store.changeIncident(teamId, id, { set: {} })
}

/** Refuses an open incident. */
const unlessOpen: Guard = { field: 'status', value: 'open', code: 'INCIDENT_ALREADY_RESOLVED' }
const refused: IncidentChange = { set: { cause: 'Half changed' }, unless: unlessOpen }
const refusal = { code: 'INCIDENT_ALREADY_RESOLVED' }

export function incidents(filled: StoreTest): void {
  filled.for<[string, string]>([
    ['acme', 'acme-open'],
    ['acme', 'acme-over'],
    ['globex', 'globex-open'],
  ])('team %s has the incident %s with exactly the stored fields', async ([teamId, id], { store }) => {
    expect(await readIncident(store, teamId, id)).toStrictEqual(sampleRecord('incidents', id))
  })

  filled('changeIncident returns and stores the changed incident, and changes no other', async ({ store }) => {
    const set = { status: 'resolved', resolvedAt: '2025-06-15T13:00:00.000Z', cause: 'A deploy' } as const
    const changed = { ...sampleRecord('incidents', 'acme-open'), ...set }
    const unless: Guard = { field: 'status', value: 'resolved', code: 'INCIDENT_ALREADY_RESOLVED' }
    expect(await store.changeIncident('acme', 'acme-open', { set, unless })).toStrictEqual(changed)
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(changed)
    expect(await readIncident(store, 'acme', 'acme-over')).toStrictEqual(sampleRecord('incidents', 'acme-over'))
    expect(await readIncident(store, 'solo', 'solo-open')).toStrictEqual(sampleRecord('incidents', 'solo-open'))
  })

  filled('a field that is set to null is null, and one that is not set is kept', async ({ store }) => {
    await store.changeIncident('acme', 'acme-over', { set: { resolvedAt: null } })
    const reopened = { ...sampleRecord('incidents', 'acme-over'), resolvedAt: null }
    expect(await readIncident(store, 'acme', 'acme-over')).toStrictEqual(reopened)
  })

  filled('removeIncident returns the incident, deletes it, and deletes no other', async ({ store }) => {
    const over = sampleRecord('incidents', 'acme-over')
    expect(await store.removeIncident('acme', 'acme-over', unlessOpen)).toStrictEqual(over)
    expect(await store.removeIncident('acme', 'acme-over', unlessOpen)).toBeUndefined()
    expect(await readIncident(store, 'acme', 'acme-over')).toBeUndefined()
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
    expect(await readIncident(store, 'solo', 'solo-open')).toStrictEqual(sampleRecord('incidents', 'solo-open'))
  })

  filled.for(oddTexts)('the title and cause %j are stored unchanged', async (text, { store }) => {
    const odd = incident({ id: 'odd', teamId: 'acme', title: text })
    await store.load({ ...emptyData(), incidents: [odd] })
    await store.changeIncident('acme', 'odd', { set: { cause: text } })
    expect(await readIncident(store, 'acme', 'odd')).toMatchObject({ title: text, cause: text })
  })
}

export function refusedIncidents(filled: StoreTest): void {
  filled('an incident of another team is undefined and stays unchanged', promise('P50'), async ({ store }) => {
    expect(await store.changeIncident('acme', 'globex-open', refused)).toBeUndefined()
    expect(await store.removeIncident('acme', 'globex-open', unlessOpen)).toBeUndefined()
    expect(await readIncident(store, 'globex', 'globex-open')).toStrictEqual(sampleRecord('incidents', 'globex-open'))
  })

  filled('an unknown incident, or one of an unknown team, is undefined', async ({ store }) => {
    for (const id of unknownIds) {
      for (const [teamId, incidentId] of [
        ['acme', id],
        [id, 'acme-open'],
      ] as const) {
        expect(await store.changeIncident(teamId, incidentId, refused)).toBeUndefined()
        expect(await store.removeIncident(teamId, incidentId, unlessOpen)).toBeUndefined()
      }
    }
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
  })

  filled('a guard refuses with its code and leaves the incident unchanged', async ({ store }) => {
    await expect(store.changeIncident('acme', 'acme-open', refused)).rejects.toMatchObject(refusal)
    await expect(store.removeIncident('acme', 'acme-open', unlessOpen)).rejects.toMatchObject(refusal)
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
  })
}
