/** Judges the calls of a check that is free code, after it has ended, as far as the model knows their callers and objects. */

import type { Exchange } from '../client/http.ts'
import { type CheckRecord, Stop } from '../verdict/record.ts'
import { operations, situationOf } from './judge.ts'
import { type JudgeServices, judgeTurn } from './judging.ts'
import { addKnown, createState, learnLogIn } from './known.ts'

export async function judgeHistory(record: CheckRecord, services: JudgeServices): Promise<void> {
  // What a hook changes in between, the model does not know.
  if (record.given.some(({ kind }) => kind === 'change')) return
  const state = createState()
  for (const [name, thing] of Object.entries(record.made)) addKnown(state, name, thing)
  const turns: Exchange[][] = []
  for (const exchange of record.steps) {
    const last = turns.at(-1)
    if (exchange.isAtOnce && last?.[0]?.isAtOnce) last.push(exchange)
    else turns.push([exchange])
  }
  for (const turn of turns) {
    for (const exchange of turn) learnLogIn(state, exchange)
    const known = turn.filter((exchange) => {
      const isModelled = exchange.request.operationId !== undefined && exchange.request.operationId in operations
      const situation = isModelled && situationOf(state, exchange, false, services.transport)
      return situation && situation.incident && situation.incident.id === situation.id
    })
    await judgeTurn(state, known, record, services).catch((error) => {
      if (!(error instanceof Stop)) throw error
    })
  }
}
