/** Judges the calls of a check that is free code, after it has ended, as far as the model knows their callers and objects. */

import type { Exchange } from '../client/http.ts'
import { type CheckRecord, createCheckRecord, Stop } from '../verdict/record.ts'
import { type JudgeServices, judgeResponses } from './judging.ts'
import { addKnown, createState, learnLogIn } from './known.ts'
import { locate } from './situation.ts'

/** Adds findings about responses in which the check itself found nothing. */
export async function judgeHistory(record: CheckRecord, services: JudgeServices): Promise<void> {
  // What a hook changes in between, the model does not know.
  if (record.given.some(({ kind }) => kind === 'change')) return
  const { users, secrets, steps } = record
  const judged: CheckRecord = { ...createCheckRecord(), users, secrets, steps }
  const state = createState()
  for (const [name, thing] of Object.entries(record.made)) addKnown(state, name, thing)
  const isKnown = (exchange: Exchange) => {
    const { subject, id } = locate(state, exchange, false, services.transport)?.situation ?? {}
    return subject !== undefined && (id === '' || (subject as { id?: string }).id === id)
  }
  for (const exchanges of atOnce(steps)) {
    for (const exchange of exchanges) learnLogIn(state, exchange)
    await judgeResponses(state, exchanges.filter(isKnown), judged, services).catch((error) => {
      if (!(error instanceof Stop)) throw error
    })
  }
  const shown = new Set(record.findings.map(({ step }) => step))
  record.findings.push(...judged.findings.filter(({ step }) => !shown.has(step)))
}

/** The exchanges one by one, but those together that were sent at the same time. */
function atOnce(steps: readonly Exchange[]): Exchange[][] {
  const all: Exchange[][] = []
  for (const exchange of steps) {
    const last = all.at(-1)
    if (exchange.isAtOnce && last?.[0]?.isAtOnce) last.push(exchange)
    else all.push([exchange])
  }
  return all
}
