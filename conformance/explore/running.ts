/** What a running sequence has: the state as the document determines it, its record, and how what it shows is kept. */
import type { Barrier } from '../client/barrier.ts'
import type { Sender } from '../client/callers.ts'
import { inScratch, type Judged, keepIn } from '../document/judging.ts'
import type { Scratch } from '../document/operation.ts'
import { createModel, type Model } from '../document/state.ts'
import type { RecordPool } from '../records/pool.ts'
import { ruleOf } from '../verdict/finding.ts'
import { createCheckRecord } from '../verdict/record.ts'
import type { Action } from './action.ts'
import { areaOf, areas } from './operations.ts'
import type { Explorer, SequenceRun } from './sequence.ts'

export interface Running extends Explorer {
  run: SequenceRun
  model: Model
  pool: RecordPool
  sender: Sender
  /** Of calls that are sent at the same time. */
  barrier: Barrier | undefined
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
  const running: Running = {
    ...{ ...explorer, run, pool, model: createModel(), barrier: undefined },
    sender: {
      transport: settings.transport,
      async send(request) {
        budget.requests -= 1
        const exchange = await client.send(request, running.barrier)
        record.steps.push(exchange)
        run.placeOf.push(run.sequence.length - 1)
        return exchange
      },
    },
    judge: (steps, body) => inScratch(steps, record, { schemas, level: 'documented', isStateless: false }, body),
    keep(action, judged) {
      const area = areaOf(action)
      const at = run.sequence.length - 1
      // Values and objects differ from one sequence to another.
      for (const finding of keepIn(record, asserted[area], judged))
        run.findings.push({ ...finding, area, at, key: `${action.operation}: ${ruleOf(finding)}` })
    },
  }
  return running
}
