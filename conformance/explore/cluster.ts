/** Objects of one team that may affect each other: monitors of the same services, and incidents displayed on one. */
import type { Action, Proposer, Turn } from './action.ts'
import { monitorOf, proposeTeam } from './fixture-kinds.ts'

export function proposeCluster(proposer: Proposer): Turn[] {
  const { random, newName, missing } = proposer
  const by = proposeTeam(proposer)
  // A page of an implementation's own often holds ten.
  const count = random.chance(0.2) ? 12 : 2 + random.below(4)
  const monitors = Array.from({ length: count }, () => monitorOf(proposer, by))
  const names = monitors.flatMap(({ name = [] }) => name)
  const service = { kind: 'a service', by, name: newName('service'), uses: names }
  const second = { kind: 'a service', by, name: newName('service'), uses: names.slice(1) }
  const isShared = random.chance(0.5) && !missing.has('a shared monitor')
  const incidents = Array.from({ length: 2 + random.below(2) }, () => ({
    kind: 'an incident',
    by,
    name: newName('incident'),
    more: { type: random.pick(['auto', 'manual', 'manual']), state: 'open' },
    uses: [service.name],
  }))
  const actions: Action[] = [...monitors, service, ...(isShared ? [second] : []), ...incidents]
  return actions.filter(({ kind }) => !missing.has(kind)).map((action) => [action])
}
