/** Puts a server together from its settings and starts it. */
import { ApiError } from '@monitoring-service/http'
import { type Cors, type Listening, listen, type RequestReport } from '@monitoring-service/http/node'
import pino, { type DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { createPasswords } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { type PurgeOutcome, schedulePurge } from './jobs/purge.ts'
import { startOps } from './ops/ops-server.ts'
import { createReadiness } from './ops/readiness.ts'
import { type DocsOptions, withDocs } from './site/routes.ts'
import { readDataFile } from './store/data-file.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { startTestHooks } from './test-hooks.ts'

export interface Settings {
  /** 0 takes a free one. */
  port: number
  host: string
  /** `memory:`, `file:PATH`, `sqlite:PATH` or `postgres://…`. */
  storeUrl: string
  /** Records to start with; loaded if the store is empty. */
  dataFile: string | undefined
  tokenSecret: string
  adminApiKey: string
  /** While secrets are changed, the ones from before are taken, too. */
  previousTokenSecret?: string | undefined
  previousAdminApiKey?: string | undefined
  /** The address that plan-limit errors point to. */
  upgradeUrl: string
  logLevel: string
  /** How many connections may be open at once; more are dropped. Without it, as many as the system bears. */
  maxConnections?: number | undefined
  /** The origins whose web pages may call. */
  corsOrigins?: Cors['origins'] | undefined
  /** Where to offer what `fixtures.ts` makes, 0 for a free port; by default, nowhere. */
  fixturesPort?: number | undefined
  /** What the pages for people say, /, /docs and /openapi.yaml; by default, there are none. */
  docs?: Pick<DocsOptions, 'hasDemo' | 'mockUrl'> | undefined
  /** Where operators see health and metrics, 0 for a free port; by default, nowhere. */
  opsPort?: number | undefined
  opsHost?: string | undefined
}

export interface Server extends Listening {
  /** Where the conformance kit finds its states, if it does. */
  fixturesUrl: string | undefined
  /** Where health and metrics are, if they are. */
  opsUrl: string | undefined
}

/**
 * Starts the reference server.
 * @throws Error in one line if the store, the data file or the port is not to be had; nothing stays open then.
 */
export async function startServer(
  settings: Settings,
  logTo: DestinationStream = pino.destination(2),
  open: (url: string) => Promise<Store> = openStore,
): Promise<Server> {
  const log = pino({ level: settings.logLevel, base: null }, logTo)
  const now = () => new Date()
  const { upgradeUrl, adminApiKey, previousAdminApiKey, corsOrigins, dataFile, fixturesPort, docs, opsPort } = settings
  const opened = new AsyncDisposableStack()
  try {
    let connections = () => 0
    // Its client takes longer to load than most of the rest.
    const load = async () => (await import('./ops/metrics.ts')).createMetrics(() => connections())
    const metrics = opsPort === undefined ? undefined : await load()
    const bare = opened.adopt(await open(settings.storeUrl), (store) => store.close())
    const store = metrics?.watchStore(bare) ?? bare
    if (dataFile) await fill(store, dataFile, now())
    const hashing = opened.adopt(await createPasswords(), (passwords) => passwords.close())
    const passwords = metrics?.watchPasswords(hashing) ?? hashing
    const readiness = createReadiness(store)
    const tokens = await createTokens(settings.tokenSecret, now, settings.previousTokenSecret)
    const report = (request: RequestReport) => {
      log[request.status < 500 ? 'info' : 'error'](describe(request), 'request')
      metrics?.report(request)
    }
    const cors = corsOrigins && { origins: corsOrigins }
    const keys = { adminApiKey, previousAdminApiKey }
    const app = createApp({ store, passwords, tokens, upgradeUrl, ...keys, now, report, cors })
    const offerFixtures = () => startTestHooks({ store, tokens, now }, fixturesPort ?? 0)
    const fixtures =
      fixturesPort === undefined ? undefined : opened.adopt(await offerFixtures(), ({ close }) => close())
    const ops = metrics && (await startOps(readiness, metrics, opsPort ?? 0, settings.opsHost ?? '127.0.0.1'))
    if (ops) opened.adopt(ops, ({ close }) => close())
    const isReady = async () => (await readiness.state()) === 'ready'
    const listener = docs ? withDocs(app, { ...docs, isReady }) : app
    const onDrop = () => {
      log.warn('connection dropped')
      metrics?.drop()
    }
    const { maxConnections } = settings
    const limits = { maxConnections, stillness: 40_000 }
    const listening = await listen(listener, settings.port, settings.host, { ...limits, report, onDrop })
    connections = listening.connections
    const tell = (outcome: PurgeOutcome) =>
      'error' in outcome ? log.error({ cause: reasonOf(outcome.error) }, 'purge') : log.info(outcome, 'purge')
    opened.defer(schedulePurge(store, now, tell))
    return {
      url: listening.url,
      fixturesUrl: fixtures?.url,
      opsUrl: ops?.url,
      async close(grace) {
        readiness.drain()
        await listening.close(grace)
        await opened.disposeAsync()
      },
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Loads a data file into an empty store. */
async function fill(store: Store, dataFile: string, now: Date): Promise<void> {
  if (!(await store.isEmpty())) return
  const data = await readDataFile(dataFile, now)
  await store.load(data).catch(async (error) => {
    // Of servers that start together on one database, one loads; the others find everything there.
    if (await store.isEmpty()) throw error
  })
}

/** What is logged of a request: nothing that the caller wrote, and of an error only what happened inside. */
function describe({ error, ...request }: RequestReport): object {
  const cause = error && error.status >= 500 && error.cause !== undefined ? reasonOf(error) : undefined
  return { ...request, ...(error && { code: error.code }), ...(cause && { cause }) }
}

/**
 * What went wrong inside, without the fields that an error may carry along: where, if it is a mistake of ours. A store
 * that is away makes many of these, and one line of each tells all.
 */
function reasonOf(error: unknown): string {
  const inside = error instanceof ApiError && error.cause !== undefined ? error.cause : error
  if (!(inside instanceof Error)) return String(inside)
  if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) return String(inside.stack)
  // Of a name with several addresses, Node tells the reason for each.
  const { name, message, code } = (
    inside instanceof AggregateError ? inside.errors[0] : inside
  ) as NodeJS.ErrnoException
  return `${name}: ${message || code}`.split('\n', 1)[0] ?? name
}
