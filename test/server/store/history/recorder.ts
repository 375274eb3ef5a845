/** What clients asked for and what came of it, with the moments at which it began and ended. */
import { EventEmitter, once } from 'node:events'
import type { RawResponse } from '../../../support/raw-http.ts'

export type Request =
  | { kind: 'signup'; email: string }
  | { kind: 'resolve'; incident: string; cause: string }
  | { kind: 'remove'; incident: string }
  | { kind: 'leave'; user: string }
  | { kind: 'reset'; of: 'services' | 'monitors'; id: string; before: string | undefined }

export interface Operation<A extends Request = Request> {
  asked: A
  /** Places in the order of everything that began or ended. */
  began: number
  ended: number
  /** `fail`: certainly nothing was done. `info`: maybe it was, maybe it is yet to be. */
  outcome: 'ok' | 'fail' | 'info'
  /** Status and error code, or what befell the connection. */
  statusLine: string
  body: RawResponse['body']
}

export interface Recorder {
  operations: Operation[]
  /** Records an operation from its beginning to its end, whichever it is. */
  record(asked: Request, ask: () => Promise<RawResponse>): Promise<Operation>
  /**
   * Comes when so many more operations have ended, of any outcome or of one.
   * @throws whatever ended the run, or Error if many others have ended meanwhile.
   */
  waitForOperations(count: number, outcome?: Operation['outcome']): Promise<void>
}

export interface RecorderOptions {
  /** After so many milliseconds without an answer a client goes on. */
  timeout: number
  /** What a 503 tells: where a database may be lost in the moment of a commit, nothing. */
  unavailableOutcome: 'fail' | 'info'
}

/** More operations than a store should need to recover. */
const plenty = 5_000

/** @param over ends what waits. */
export function createRecorder(
  over: AbortSignal,
  reading: RecorderOptions = { timeout: 2_000, unavailableOutcome: 'info' },
): Recorder {
  const operations: Operation[] = []
  const events = new EventEmitter()
  let moment = 0
  return {
    operations,
    async record(asked, ask) {
      const began = ++moment
      const outcome = await beforeLong(ask(), reading.timeout).then((answer) => judge(answer, reading), lost)
      const operation = { asked, began, ended: ++moment, ...outcome }
      operations.push(operation)
      events.emit('ended', operation)
      return operation
    },
    async waitForOperations(count, outcome) {
      for (let [seen, all] = [0, 0]; seen < count; all++) {
        if (all === plenty) throw new Error(`of ${all} operations only ${seen} were ${outcome}`)
        const [operation] = await once(events, 'ended', { signal: over }).catch(() => Promise.reject(over.reason))
        if (!outcome || operation.outcome === outcome) seen += 1
      }
    },
  }
}

function judge(
  { statusLine, body }: RawResponse,
  { unavailableOutcome }: RecorderOptions,
): Pick<Operation, 'outcome' | 'statusLine' | 'body'> {
  if (statusLine === '503 UNAVAILABLE') return { outcome: unavailableOutcome, statusLine, body }
  const outcomes: Record<string, Operation['outcome']> = { 2: 'ok', 4: 'fail' }
  return { outcome: outcomes[statusLine.slice(0, 1)] ?? 'info', statusLine, body }
}

/** The code of an error that says that not all of a request was sent. */
export const incompleteRequestCode = 'HALF'

/** Where nobody listened, or not all was said, nothing was done. */
function lost({ code, message }: NodeJS.ErrnoException): Pick<Operation, 'outcome' | 'statusLine' | 'body'> {
  return {
    outcome: code === 'ECONNREFUSED' || code === incompleteRequestCode ? 'fail' : 'info',
    statusLine: code ?? message,
    body: {},
  }
}

async function beforeLong<T>(answer: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patience)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Operations of one kind, in groups that speak of the same thing. */
export function groupByTarget<Kind extends Request['kind']>(
  operations: Operation[],
  kind: Kind,
  thing: (asked: Extract<Request, { kind: Kind }>) => string,
): Map<string, Operation<Extract<Request, { kind: Kind }>>[]> {
  const some = operations.filter(({ asked }) => asked.kind === kind) as Operation<Extract<Request, { kind: Kind }>>[]
  return Map.groupBy(some, ({ asked }) => thing(asked))
}
