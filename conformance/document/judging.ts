/** Judges with a check record of its own, and responses of simultaneous calls in the order in which they fit. */

import type { RequirementId } from '@monitoring-service/contract/requirements'
import type { Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/exchange.ts'
import { createExpect } from '../verdict/expect.ts'
import type { Finding } from '../verdict/finding.ts'
import { type CheckRecord, createCheckRecord, Stop } from '../verdict/record.ts'
import type { Schemas } from '../verdict/schemas.ts'
import type { Level } from '../verdict/verdict.ts'
import { judgeExchange } from './judge.ts'
import type { Scratch } from './operation.ts'
import type { Model } from './state.ts'

export interface JudgeServices {
  schemas: Schemas
  transport: Transport
  level: Level
  isStateless: boolean
}

/** Where and how the responses of a check are judged. */
export interface Judging {
  record: CheckRecord
  services: JudgeServices
  patience: number
  /** In the kit's own test, against an implementation that chooses as openapi.yaml does: the words of scenarios are checked. */
  checksWords: boolean
}

/** The findings about one response; they count if it is kept. */
interface Judged {
  record: CheckRecord
  weight: number
  /** Further assertions would repeat a finding. */
  hasStopped: boolean
}

/** A violation on one of these bases leaves the state unknown. */
export const isViolation = ({ basis }: Finding) => basis === 'documented' || basis === 'sound'
/** More findings of a basis than simultaneous calls have weigh less than one of the next: a wrong order leaves a wrong state. */
const weightOf = (finding: Finding) => (isViolation(finding) ? 10_000 : finding.basis === 'implied' ? 100 : 1)

/** @param steps those that the judgement may name. */
async function inScratch(
  steps: Exchange[],
  { secrets, started }: Pick<CheckRecord, 'secrets' | 'started'>,
  { schemas, level, isStateless }: Omit<JudgeServices, 'transport'>,
  body: (scratch: Scratch) => Promise<void>,
): Promise<Judged> {
  const record = { ...createCheckRecord(), secrets, started, steps }
  /** Of the findings that come next. */
  let cites: RequirementId[] = []
  const addCites = () => {
    for (const finding of record.findings) finding.cites ??= cites
  }
  const cite = (...ids: RequirementId[]) => {
    addCites()
    cites = ids
  }
  let hasStopped = false
  await body({ record, level, cite, expect: createExpect(schemas, record, level, isStateless) }).catch((error) => {
    if (!(error instanceof Stop)) throw error
    hasStopped = true
  })
  addCites()
  // Whether a call is accepted tells the order; wrong values are wrong in any order.
  const weight = record.findings.reduce((sum, finding) => sum + weightOf(finding), hasStopped ? 1_000_000 : 0)
  return { record, hasStopped, weight }
}

export function addCounts(into: CheckRecord['asserted'], counts: CheckRecord['asserted']): void {
  for (const [basis, count] of Object.entries(counts)) {
    const name = basis as Finding['basis']
    into[name] = (into[name] ?? 0) + count
  }
}

/** Five simultaneous calls have no more orders. */
const mostOrders = 120

/** Judges in the given order, or in another one in which they fit: the order of arrival is unknown. Updates the model. */
async function judgeInOrder(
  model: Model,
  exchanges: readonly Exchange[],
  judge: (model: Model, exchange: Exchange) => Promise<Judged>,
): Promise<Judged[]> {
  let best: { all: Judged[]; weight: number; tried: Model } | undefined
  let orders = 0
  for (const order of permutations(exchanges)) {
    // One response has no other order, and a copy of the model takes long.
    const tried = Object.assign(exchanges.length === 1 ? model : structuredClone(model), { uncountedRows: 0 })
    const all: Judged[] = []
    for (const [index, exchange] of order.entries()) {
      tried.callsLeft = order.length - index - 1
      all.push(await judge(tried, exchange))
    }
    const weight = all.reduce((sum, one) => sum + one.weight, 0)
    if (!best || weight < best.weight) best = { all, weight, tried }
    orders += 1
    if (weight === 0 || orders === mostOrders) break
  }
  Object.assign(model, best?.tried)
  return best?.all ?? []
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest]
}

/**
 * Judges the responses of a check by the model.
 * @throws Stop if one leaves the state unknown.
 */
export async function judgeResponses(
  model: Model,
  exchanges: readonly Exchange[],
  into: CheckRecord,
  services: JudgeServices,
): Promise<void> {
  // A target that keeps no state answers a first call only.
  const those = services.isStateless ? exchanges.slice(0, 1) : exchanges
  const isContested = those.length > 1
  const judged = await judgeInOrder(model, those, (tried, exchange) =>
    inScratch([exchange], into, services, (scratch) =>
      judgeExchange(tried, exchange, { isContested, transport: services.transport, scratch }),
    ),
  )
  keepAll(into, judged)
}

/** Judges calls beside those of a check. */
export async function judgeBeside(
  into: CheckRecord,
  services: JudgeServices,
  body: (scratch: Scratch) => Promise<void>,
): Promise<void> {
  keepAll(into, [await inScratch(into.steps, into, services, body)])
}

/**
 * Adds to a check record what others, of some of its steps, have found.
 * @throws Stop
 */
function keepAll(into: CheckRecord, all: Judged[]): void {
  for (const { record } of all) {
    addCounts(into.asserted, record.asserted)
    for (const condition of record.conditions) into.conditions.add(condition)
    const moved = <T extends { step?: number | undefined }>(one: T): T => {
      const exchange = record.steps[one.step ?? -1]
      return exchange ? { ...one, step: into.steps.indexOf(exchange) } : one
    }
    into.met.push(...record.met.map(moved))
    // What no row cites is about the requirements of the check.
    for (const { cites = [], ...finding } of record.findings.map(moved))
      into.findings.push(cites.length > 0 ? { ...finding, cites } : finding)
  }
  if (all.some(({ hasStopped }) => hasStopped)) throw new Stop()
}
