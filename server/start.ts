/** Assembles the server from its settings and starts it. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listen, type RequestReport, type RunningServer } from '@monitoring-service/http/node'
import type { DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { createReadClient } from './auth/client-address.ts'
import { createPasswords, toolsCost } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { type Resources, withResources } from './close-all.ts'
import type { Settings } from './config.ts'
import { earlierTime } from './domain/clock.ts'
import type { Context } from './domain/context.ts'
import { defaultPurgeMax, type PurgeOutcome, schedulePurge } from './jobs/purge.ts'
import { createLog, type Log } from './ops/log.ts'
import { startOpsServer } from './ops/ops-server.ts'
import { createReadiness } from './ops/readiness.ts'
import { loadTracing } from './ops/tracing.ts'
import { withDocs } from './site/routes.ts'
import { readDataFile } from './store/data-file.ts'
import { openStore } from './store/open.ts'
import { openReachable } from './store/open-reachable.ts'
import type { Data } from './store/records.ts'
import type { Store } from './store/store.ts'
import {
  assertLoopback,
  assertTrialStore,
  findDemoAccounts,
  forOwnNames,
  hasPublishedSecret,
  isTrialStore,
  servesOnlyTools,
  withHashesOf,
} from './trial.ts'

export interface Server extends RunningServer {
  /** URL of the conformance kit's test hooks, if they are on. */
  fixturesUrl: string | undefined
  /** URL of health and metrics, if they are on. */
  opsUrl: string | undefined
}

/** How long a connection may be idle, in milliseconds. */
export const idleTimeout = 40_000

/** How long a stop waits for the store, in milliseconds. */
const closeTimeout = 2_000

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
  const {
    readClient = createReadClient([]),
    addressAttempts,
    upgradeUrl,
    adminApiKey,
    previousAdminApiKey,
    corsOrigins,
    docs,
    maxConnections,
  } = settings
  const now = () => new Date()
  const began = performance.now()
  const log = createLog({ level: settings.logLevel, instance: settings.instance, destination: logTo })
  resources.defer(log.flush)
  process.on('warning', log.warning)
  resources.defer(async () => void process.off('warning', log.warning))
  const metrics = settings.opsPort === undefined ? undefined : await createMetrics(log)
  const tracing = await loadTracing()
  if (tracing) resources.defer(tracing.flush)
  const { isUnsafe = false, fixturesPort } = settings
  const isPublished = !isUnsafe && hasPublishedSecret(settings)
  if (isPublished) assertLoopback(settings.host)
  if (settings.hasNoLimits && !isPublished) throw new Error('--no-limits needs --demo, without --unsafe')
  const isForTools = servesOnlyTools(settings)
  // Closed after the store: while its threads end, a running purge would go on, and its last lines would miss the log.
  const pool = adopt(createPasswords(settings.passwordCost ?? (isForTools ? toolsCost : undefined)))
  // Health is served while the start waits for the database; the server is ready once it listens.
  let served: Store | undefined
  const readiness = createReadiness({
    probe: async () => (served ? served.probe() : Promise.reject(new Error('the server does not listen yet'))),
    isStuck: () => served?.isStuck?.() === true,
  })
  const ops = metrics && adopt(await startOpsServer(readiness, metrics, settings.opsPort, settings.opsHost))
  const openedStore = adopt(
    await openReachable(() => open(settings.storeUrl), settings.storeWaitSeconds ?? 0, log.waiting),
  )
  const measuredStore = metrics?.watchStore(openedStore) ?? openedStore
  const store = tracing?.watchStore(measuredStore) ?? measuredStore
  if (isPublished || (fixturesPort !== undefined && !isUnsafe)) await assertTrialStore(store)
  else if (docs?.hasDemo && !(await isTrialStore(store))) log.demoWithOwnStore()
  // A wrong clock would also schedule deletions at a wrong time.
  await earlierTime(store, now())
  const { dataFile } = settings
  if (dataFile) {
    await loadIfEmpty(store, async () => {
      const data = await readDataFile(dataFile, now())
      return isForTools ? withHashesOf(pool, data) : data
    })
  }
  if (!hasPublishedSecret(settings) && !docs?.hasDemo) log.demoAccounts(await findDemoAccounts(store))
  const passwords = metrics?.watchPasswords(pool) ?? pool
  const tokens = await createTokens(settings.tokenSecret, now, settings.previousTokenSecret)
  let hasWarned = false
  const report = (result: RequestReport, request?: IncomingMessage) => {
    // The listener reports requests that are none without one.
    const { address, warning } = request ? readClient(request, result.address) : { address: result.address }
    if (warning && !hasWarned) log.proxy(warning)
    hasWarned ||= warning !== undefined
    log.request({ ...result, address }, request)
    metrics?.countRequest(result)
    if (request) tracing?.endRequest(result, request)
  }
  const onDrop = () => {
    log.connectionDropped()
    metrics?.countDroppedConnection()
  }
  const cors = corsOrigins && { origins: corsOrigins }
  const attempts = settings.hasNoLimits ? Number.POSITIVE_INFINITY : undefined
  const context = { store, passwords, tokens, upgradeUrl, now, attempts }
  const app = createApp({
    ...context,
    adminApiKey,
    previousAdminApiKey,
    readClient,
    addressAttempts,
    report,
    cors,
  })
  const isReady = async () => (await readiness.state()) === 'ready'
  const traced = tracing?.watchRequests(app) ?? app
  const pages = docs ? withDocs(traced, { ...docs, isReady }) : traced
  const listener = isPublished ? forOwnNames(pages) : pages

  const testHooks = fixturesPort === undefined ? undefined : adopt(await startTestHooks(fixturesPort, context))
  const limits = { maxConnections, idleTimeout, keepAliveTimeout: settings.keepAlive }
  const listening = await listen(listener, settings.port, settings.host, { ...limits, report, onDrop })
  metrics?.watchConnections(listening.connections)
  served = store
  const options = { max: settings.purgeMax ?? defaultPurgeMax, onDeleted: log.deleted }
  const onPurge = (outcome: PurgeOutcome) => {
    log.purge(outcome)
    metrics?.countPurge(outcome)
  }
  const stopPurge = schedulePurge(store, now, onPurge, options)
  log.event('start', { node: process.version, store: settings.storeUrl.split(':', 1)[0], ms: elapsed(began) })
  log.event('listen', { url: listening.url, opsUrl: ops?.url })
  return {
    url: listening.url,
    fixturesUrl: testHooks?.url,
    opsUrl: ops?.url,
    async close(grace) {
      const { drainDelay = 0 } = settings
      log.event('drain', { delay: drainDelay })
      readiness.drain()
      const purgeEnded = stopPurge()
      if (grace === undefined && drainDelay > 0) {
        listening.drain()
        await wait(drainDelay)
      }
      await listening.close(grace ?? settings.grace)
      log.event('stop')
      // Closing the store ends a running purge between two steps. A database that is away may not hold up the exit.
      const closed = resources.close().then(() => purgeEnded)
      await Promise.race([closed, wait(closeTimeout, undefined, { ref: false })])
    },
  }
}

const elapsed = (since: number) => Math.round(performance.now() - since)

/** Loads metrics on demand: the Prometheus client takes longer to load than most of the rest. */
async function createMetrics(log: Log) {
  const metrics = await import('./ops/metrics.ts')
  return metrics.createMetrics(log.droppedLines)
}

/** Loads test hooks on demand: a server that is not tested does not need them. */
async function startTestHooks(port: number, context: Context) {
  const testHooks = await import('./test-hooks.ts')
  return testHooks.startTestHooks(context, port)
}

async function loadIfEmpty(store: Store, read: () => Promise<Data>): Promise<void> {
  if (!(await store.isEmpty())) return
  const data = await read()
  await store.load(data).catch(async (error) => {
    // When several servers start on one database, one loads the data; the others fail and find it there.
    if (await store.isEmpty()) throw error
  })
}
