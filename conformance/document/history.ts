/** Judges the calls of a check that is free code, after it has ended, as far as the model knows their callers and objects. */

import type { Exchange } from '../client/exchange.ts'
import { type CheckRecord, createCheckRecord, Stop } from '../verdict/record.ts'
import { type JudgeServices, judgeResponses } from './judging.ts'
import { addKnown } from './known.ts'
import { locateKnown } from './situation.ts'
import { createModel } from './state.ts'

/** Adds findings about responses in which the check itself found nothing. */
export async function judgeHistory(record: CheckRecord, services: JudgeServices): Promise<void> {
  // What a hook changes in between, the model does not know.
  if (record.given.some(({ kind }) => kind === 'change')) return
  const { users, secrets, started, steps, made } = record
  const judged: CheckRecord = { ...createCheckRecord(), users, secrets, started, steps }
  const state = createModel()
  // The kit signs up users with credentials that the target takes.
  for (const { request, body } of steps) {
    const { accessToken = '' } = (body ?? {}) as { accessToken?: string }
    if (request.operationId === 'signup' && users.has(accessToken))
      state.usualCredentials.push(JSON.parse(request.body ?? ''))
  }
  // A limit on requests or an overload tells nothing about the call.
  const isKnown = (exchange: Exchange) =>
    ![429, 503].includes(exchange.response.status) && locateKnown(state, exchange, services.transport) !== undefined
  const queue = [...made]
  for (const exchanges of atOnce(steps)) {
    const step = steps.indexOf(exchanges[0] as Exchange)
    for (let next = queue[0]; next && next.afterStep <= step; next = queue[0]) {
      addKnown(state, `${next.name} ${next.afterStep}`, next.thing)
      queue.shift()
    }
    const isContested = exchanges.length > 1
    await judgeResponses(state, exchanges.filter(isKnown), judged, services, isContested).catch((error) => {
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
