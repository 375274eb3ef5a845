/** Tests of incidents. */
import { expect } from 'vitest'
import type { Incident } from '../records.ts'
import type { Store } from '../store.ts'
import { promise } from './promise.ts'
import { oddTexts, sampleRecord, unknownIds } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

/** Reads a stored incident. */
export function readIncident(store: Store, teamId: string, id: string): Promise<Incident | undefined> {
  return store.changeIncident(teamId, id, (incident) => incident)
}

const never = () => expect.fail('the rule must not run')

export function incidents(filled: StoreTest): void {
  filled.for<[string, string]>([
    ['acme', 'acme-open'],
    ['acme', 'acme-over'],
    ['globex', 'globex-open'],
  ])('team %s has the incident %s with exactly the stored fields', async ([teamId, id], { store }) => {
    expect(await readIncident(store, teamId, id)).toStrictEqual(sampleRecord('incidents', id))
  })

  filled('changeIncident returns and stores the changed incident, and changes no other', async ({ store }) => {
    const changed: Incident = { ...sampleRecord('incidents', 'acme-over'), id: 'acme-open' }
    expect(await store.changeIncident('acme', 'acme-open', () => changed)).toStrictEqual(changed)
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(changed)
    expect(await readIncident(store, 'acme', 'acme-over')).toStrictEqual(sampleRecord('incidents', 'acme-over'))
    expect(await readIncident(store, 'solo', 'solo-open')).toStrictEqual(sampleRecord('incidents', 'solo-open'))
  })

  filled('removeIncident returns the incident, deletes it, and deletes no other', async ({ store }) => {
    let judged: Incident | undefined
    const check = (incident: Incident) => {
      judged = structuredClone(incident)
    }
    const over = sampleRecord('incidents', 'acme-over')
    expect(await store.removeIncident('acme', 'acme-over', check)).toStrictEqual(over)
    expect(judged).toStrictEqual(over)
    expect(await store.removeIncident('acme', 'acme-over', never)).toBeUndefined()
    expect(await readIncident(store, 'acme', 'acme-over')).toBeUndefined()
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
    expect(await readIncident(store, 'solo', 'solo-open')).toStrictEqual(sampleRecord('incidents', 'solo-open'))
  })

  filled('an incident of another team is undefined and stays unchanged', promise('P50'), async ({ store }) => {
    expect(await store.changeIncident('acme', 'globex-open', never)).toBeUndefined()
    expect(await store.removeIncident('acme', 'globex-open', never)).toBeUndefined()
    expect(await readIncident(store, 'globex', 'globex-open')).toStrictEqual(sampleRecord('incidents', 'globex-open'))
  })

  filled('an unknown incident, or one of an unknown team, is undefined', async ({ store }) => {
    for (const id of unknownIds) {
      for (const [teamId, incidentId] of [
        ['acme', id],
        [id, 'acme-open'],
      ] as const) {
        expect(await store.changeIncident(teamId, incidentId, never)).toBeUndefined()
        expect(await store.removeIncident(teamId, incidentId, never)).toBeUndefined()
      }
    }
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
  })

  filled('the error of a rule is passed on and leaves the incident unchanged', async ({ store }) => {
    const refusal = new Error('rejected by the rule')
    const refuse = (incident: Incident): never => {
      incident.cause = 'Half changed'
      throw refusal
    }
    await expect(store.changeIncident('acme', 'acme-open', refuse)).rejects.toBe(refusal)
    await expect(store.removeIncident('acme', 'acme-open', refuse)).rejects.toBe(refusal)
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
  })

  filled('modifying arguments or returned incidents changes nothing in the store', async ({ store }) => {
    const held: Incident[] = []
    const hold = (incident: Incident) => {
      held.push(incident)
      return incident
    }
    const kept = sampleRecord('incidents', 'acme-open')
    for (const change of [hold, () => kept, hold]) {
      const changed = await store.changeIncident('acme', 'acme-open', change)
      if (changed) held.push(changed)
    }
    for (const incident of [...held, kept]) incident.title = 'Spoilt'
    expect(held).toHaveLength(5)
    expect(await readIncident(store, 'acme', 'acme-open')).toStrictEqual(sampleRecord('incidents', 'acme-open'))
    const removed = await store.removeIncident('acme', 'acme-open', (incident) => {
      incident.title = 'Spoilt'
    })
    expect(removed).toStrictEqual(sampleRecord('incidents', 'acme-open'))
  })

  filled.for(oddTexts)('the title and cause %j are stored unchanged', async (text, { store }) => {
    const change = (incident: Incident) => ({ ...incident, title: text, cause: text })
    await store.changeIncident('acme', 'acme-open', change)
    expect(await readIncident(store, 'acme', 'acme-open')).toMatchObject({ title: text, cause: text })
  })
}
