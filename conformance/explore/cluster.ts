/** Objects of one team that may affect each other: monitors of the same services, and incidents displayed on one. */
import type { Action, Proposer, Step } from './action.ts'
import { monitorOf, proposeOption, proposeTeam } from './records.ts'

export function proposeCluster(proposer: Proposer): Step[] {
  const { random, newName, missing } = proposer
  const by = proposeTeam(proposer)
  // A page of an implementation's own often holds ten.
  const count = random.chance(0.2) ? 12 : 2 + random.below(4)
  const monitors = Array.from({ length: count }, () => monitorOf(proposer, by))
  const names = monitors.flatMap(({ name = [] }) => name)
  const service = { operation: 'a service', by, name: newName('service'), uses: names }
  const isShared = random.chance(0.5) && !missing.has('a shared monitor')
  const second = { operation: 'a service', by, name: newName('service'), uses: isShared ? names.slice(1) : [] }
  // Incidents of one monitor, some of them displayed on a service that it is not linked to.
  const ofMonitor = random.chance(0.6) ? names.slice(0, 1) : []
  const incidents = Array.from({ length: 3 + random.below(2) }, () => ({
    operation: 'an incident',
    by,
    name: newName('incident'),
    more: {
      type: random.pick(['auto', 'manual', 'manual']),
      state: random.pick(['open', 'open', 'resolved']),
      ...(random.chance(0.3) && { cause: 'known' }),
      ...proposeOption(proposer),
    },
    uses: [random.pick([service, service, second]).name, ...ofMonitor],
  }))
  const actions: Action[] = [...monitors, service, second, ...incidents]
  return actions.filter(({ operation }) => !missing.has(operation)).map((action) => [action])
}
