/** What a running sequence has: its world, its record, and how what it shows is kept. */
import { type Barrier, createBarrier } from '../client/barrier.ts'
import { inScratch, type Judged, keepIn } from '../document/judging.ts'
import type { Scratch } from '../document/operation.ts'
import { createCheckRecord } from '../verdict/record.ts'
import { type Action, areas } from './action.ts'
import { areaOf } from './operations.ts'
import { type Explorer, keyOf, type SequenceRun } from './sequence.ts'
import { createWorld, type World } from './world.ts'

export interface Running extends Explorer {
  run: SequenceRun
  world: World
  /** Sends calls at the same time. */
  together<T>(width: number, send: () => Promise<T>): Promise<T>
  /** Judges with a record of its own. */
  judge(steps: SequenceRun['record']['steps'], body: (scratch: Scratch) => Promise<void>): Promise<Judged>
  keep(action: Action, judged: Judged): void
}

export function startSequence(explorer: Explorer): Running {
  const { services, budget } = explorer
  const { client, schemas, pool, settings } = services
  const record = createCheckRecord()
  const asserted = Object.fromEntries(areas.map((area) => [area, {}])) as SequenceRun['asserted']
  const run: SequenceRun = { sequence: [], record, placeOf: [], findings: [], asserted, end: 'done' }
  let barrier: Barrier | undefined
  const sender = {
    transport: settings.transport,
    async send(request: Parameters<typeof client.send>[0]) {
      budget.requests -= 1
      const exchange = await client.send(request, barrier)
      record.steps.push(exchange)
      run.placeOf.push(run.sequence.length - 1)
      return exchange
    },
  }
  return {
    ...explorer,
    run,
    world: createWorld(sender, pool, record),
    async together(width, send) {
      barrier = width > 1 ? createBarrier(width) : undefined
      const sent = send()
      try {
        return await sent
      } finally {
        barrier = undefined
      }
    },
    judge: (steps, body) => inScratch(steps, record, { schemas, level: 'documented', isStateless: false }, body),
    keep(action, judged) {
      const area = areaOf(action)
      const at = run.sequence.length - 1
      for (const finding of keepIn(record, asserted[area], judged))
        run.findings.push({ ...finding, area, at, key: keyOf(action, finding) })
    },
  }
}
