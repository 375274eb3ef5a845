/** Records the operations of clients with their outcome, and the order in which they began and ended. */
import { EventEmitter, once } from 'node:events'
import type { RawResponse } from '../../../support/raw-http.ts'

export type Request =
  | { kind: 'signup'; email: string }
  | { kind: 'resolve'; incident: string; cause: string }
  | { kind: 'remove'; incident: string }
  | { kind: 'leave'; user: string }
  | { kind: 'reset'; of: 'services' | 'monitors'; id: string; before: string | undefined }

export interface Operation<A extends Request = Request> {
  request: A
  /** Positions in the total order of begins and ends. */
  began: number
  ended: number
  /** `fail`: certainly not applied. `info`: unknown, may also be applied later. */
  outcome: 'ok' | 'fail' | 'info'
  /** Status and error code, or the connection error. */
  statusLine: string
  body: RawResponse['body']
}

export interface Recorder {
  operations: Operation[]
  /** Records an operation from begin to end. */
  record(request: Request, send: () => Promise<RawResponse>): Promise<Operation>
  /**
   * Resolves after `count` more operations of any or of one outcome.
   * @throws the error that ended the run, or Error after too many operations of other outcomes.
   */
  waitForOperations(count: number, outcome?: Operation['outcome']): Promise<void>
}

/** More operations than a store needs to recover. */
const maxOperations = 5_000

/**
 * @param over aborts waiting.
 * @param timeout of a request, in milliseconds.
 */
export function createRecorder(over: AbortSignal, timeout = 2_000): Recorder {
  const operations: Operation[] = []
  const events = new EventEmitter()
  let moment = 0
  return {
    operations,
    async record(request, send) {
      const began = ++moment
      const outcome = await withTimeout(send(), timeout).then(toOutcome, toLostOutcome)
      const operation = { request, began, ended: ++moment, ...outcome }
      operations.push(operation)
      events.emit('ended', operation)
      return operation
    },
    async waitForOperations(count, outcome) {
      for (let [seen, all] = [0, 0]; seen < count; all++) {
        if (all === maxOperations) throw new Error(`of ${all} operations only ${seen} were ${outcome}`)
        const [operation] = await once(events, 'ended', { signal: over }).catch(() => Promise.reject(over.reason))
        if (!outcome || operation.outcome === outcome) seen += 1
      }
    },
  }
}

function toOutcome({ statusLine, body }: RawResponse): Pick<Operation, 'outcome' | 'statusLine' | 'body'> {
  if (statusLine === '503 UNAVAILABLE') return { outcome: 'fail', statusLine, body }
  const outcomes: Record<string, Operation['outcome']> = { 2: 'ok', 4: 'fail' }
  return { outcome: outcomes[statusLine.slice(0, 1)] ?? 'info', statusLine, body }
}

/** The error code of a request that was not sent completely. */
export const incompleteRequestCode = 'HALF'

/** A refused connection or an incomplete request was certainly not applied. */
function toLostOutcome({ code, message }: NodeJS.ErrnoException): Pick<Operation, 'outcome' | 'statusLine' | 'body'> {
  return {
    outcome: code === 'ECONNREFUSED' || code === incompleteRequestCode ? 'fail' : 'info',
    statusLine: code ?? message,
    body: {},
  }
}

async function withTimeout<T>(response: Promise<T>, timeout: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response')), timeout)
  })
  return Promise.race([response, late]).finally(() => clearTimeout(timer))
}
