/** Assembles the server from its settings and starts it. */
import { listen, type RequestReport, type RunningServer } from '@monitoring-service/http/node'
import type { DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { createPasswords } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { type Resources, withResources } from './close-all.ts'
import type { Settings } from './config.ts'
import type { Context } from './domain/context.ts'
import { defaultPurgeMax, earlierTime, schedulePurge } from './jobs/purge.ts'
import { createLog } from './ops/log.ts'
import { startOpsServer } from './ops/ops-server.ts'
import { createReadiness } from './ops/readiness.ts'
import { withDocs } from './site/routes.ts'
import { readDataFile } from './store/data-file.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

export interface Server extends RunningServer {
  /** URL of the conformance kit's test hooks, if they are on. */
  fixturesUrl: string | undefined
  /** URL of health and metrics, if they are on. */
  opsUrl: string | undefined
}

/** How long a connection may be idle, in milliseconds. */
export const idleTimeout = 40_000

/**
 * Starts the reference server.
 * @throws Error in one line if the store, the data file or the port is not available; nothing stays open then.
 */
export function startServer(
  settings: Settings,
  logTo?: DestinationStream,
  open: (url: string) => Promise<Store> = openStore,
): Promise<Server> {
  return withResources((resources) => openServer(resources, settings, logTo, open))
}

async function openServer(
  resources: Resources,
  settings: Settings,
  logTo: DestinationStream | undefined,
  open: (url: string) => Promise<Store>,
): Promise<Server> {
  const { adopt } = resources
  const { upgradeUrl, adminApiKey, previousAdminApiKey, corsOrigins, docs, maxConnections } = settings
  const now = () => new Date()
  const log = createLog(settings.logLevel, logTo)
  const metrics = settings.opsPort === undefined ? undefined : await createMetrics()
  const openedStore = adopt(await open(settings.storeUrl))
  const store = metrics?.watchStore(openedStore) ?? openedStore
  // A wrong clock would also schedule deletions at a wrong time.
  await earlierTime(store, now())
  if (settings.dataFile) await loadDataFile(store, settings.dataFile, now())
  const pool = adopt(createPasswords())
  const passwords = metrics?.watchPasswords(pool) ?? pool
  const tokens = await createTokens(settings.tokenSecret, now, settings.previousTokenSecret)
  const readiness = createReadiness(store)
  const report = (request: RequestReport) => {
    log.request(request)
    metrics?.countRequest(request)
  }
  const onDrop = () => {
    log.connectionDropped()
    metrics?.countDroppedConnection()
  }
  const cors = corsOrigins && { origins: corsOrigins }
  const context = { store, passwords, tokens, upgradeUrl, now }
  const app = createApp({ ...context, adminApiKey, previousAdminApiKey, report, cors })
  const isReady = async () => (await readiness.state()) === 'ready'
  const listener = docs ? withDocs(app, { ...docs, isReady }) : app

  const testHooks =
    settings.fixturesPort === undefined ? undefined : adopt(await startTestHooks(settings.fixturesPort, context))
  const ops = metrics && adopt(await startOpsServer(readiness, metrics, settings.opsPort, settings.opsHost))
  const limits = { maxConnections, idleTimeout }
  const listening = await listen(listener, settings.port, settings.host, { ...limits, report, onDrop })
  metrics?.watchConnections(listening.connections)
  const options = { max: settings.purgeMax ?? defaultPurgeMax, onDeleted: log.deleted }
  const stopPurge = schedulePurge(store, now, log.purge, options)
  return {
    url: listening.url,
    fixturesUrl: testHooks?.url,
    opsUrl: ops?.url,
    async close(grace) {
      readiness.drain()
      const purgeEnded = stopPurge()
      await listening.close(grace)
      // Closing the store ends a running purge between two steps.
      await resources.close()
      await purgeEnded
    },
  }
}

/** Loads metrics on demand: the Prometheus client takes longer to load than most of the rest. */
async function createMetrics() {
  const metrics = await import('./ops/metrics.ts')
  return metrics.createMetrics()
}

/** Loads test hooks on demand: a server that is not tested does not need them. */
async function startTestHooks(port: number, context: Context) {
  const testHooks = await import('./test-hooks.ts')
  return testHooks.startTestHooks(context, port)
}

/** Loads a data file into an empty store. */
async function loadDataFile(store: Store, dataFile: string, now: Date): Promise<void> {
  if (!(await store.isEmpty())) return
  const data = await readDataFile(dataFile, now)
  await store.load(data).catch(async (error) => {
    // When several servers start on one database, one loads the data; the others fail and find it there.
    if (await store.isEmpty()) throw error
  })
}
