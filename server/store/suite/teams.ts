/** Tests of teams. */
import { expect } from 'vitest'
import type { Team } from '../records.ts'
import type { Store } from '../store.ts'
import { callConcurrently } from './concurrency.ts'
import { oddTexts, sampleRecord, unknownIds } from './sample-data.ts'
import type { StoreTest } from './store-test.ts'

async function readTeam(store: Store, id: string): Promise<Team | undefined> {
  return (await store.dump()).teams.find((team) => team.id === id)
}

export function teams(filled: StoreTest): void {
  filled('changeTeam returns and stores the changed team, and changes no other', async ({ store }) => {
    const changed: Team = { ...sampleRecord('teams', 'acme'), name: null, plan: 'free' }
    expect(await store.changeTeam('acme', () => changed)).toStrictEqual(changed)
    for (const id of ['ann', 'bea']) expect((await store.findMember(id))?.team).toStrictEqual(changed)
    for (const id of ['globex', 'solo']) expect(await readTeam(store, id)).toStrictEqual(sampleRecord('teams', id))
  })

  filled('an unknown team is undefined', async ({ store }) => {
    for (const id of [...unknownIds, 'ann', 'acme-open']) {
      expect(await store.changeTeam(id, () => expect.fail('the rule must not run'))).toBeUndefined()
    }
  })

  filled('changeTeam passes the current team to the rule', async ({ store }) => {
    const seen: Team[] = []
    const look = (team: Team): Team => {
      seen.push(structuredClone(team))
      return { ...team, plan: 'enterprise' }
    }
    await store.changeTeam('acme', look)
    await store.changeTeam('acme', look)
    expect(seen).toStrictEqual([
      sampleRecord('teams', 'acme'),
      { ...sampleRecord('teams', 'acme'), plan: 'enterprise' },
    ])
  })

  filled('changeTeam passes on the error of the rule and leaves the team unchanged', async ({ store }) => {
    const refusal = new Error('rejected by the rule')
    const change = (team: Team): Team => {
      team.plan = 'enterprise'
      throw refusal
    }
    await expect(store.changeTeam('acme', change)).rejects.toBe(refusal)
    expect(await readTeam(store, 'acme')).toStrictEqual(sampleRecord('teams', 'acme'))
  })

  filled.for(oddTexts)('the name %j is stored unchanged', async (name, { store }) => {
    await store.changeTeam('acme', (team) => ({ ...team, name }))
    expect((await store.findMember('ann'))?.team.name).toBe(name)
  })

  filled('no concurrent change of a team is lost', async ({ store }) => {
    await callConcurrently(store, 30, (i) =>
      store.changeTeam('acme', (team) => ({ ...team, name: `${team.name},${i}` })),
    )
    const names = (await readTeam(store, 'acme'))?.name?.split(',') ?? []
    expect(new Set(names).size).toBe(31)
    expect(names).toHaveLength(31)
  })
}
