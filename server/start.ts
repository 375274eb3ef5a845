/** Assembles the server from its settings and starts it. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Listening, listen, type RunningServer } from '@monitoring-service/http/node'
import type { DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { createReadClient } from './auth/client-address.ts'
import { createPasswords, type Passwords, toolsCost } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { type Resources, withResources } from './close-all.ts'
import type { Context } from './domain/context.ts'
import { defaultPurgeMax, schedulePurge } from './jobs/purge.ts'
import { type Observers, openObservers } from './ops/observers.ts'
import { startOpsServer } from './ops/ops-server.ts'
import { createReadiness } from './ops/readiness.ts'
import { prepareData } from './prepare-data.ts'
import type { Settings } from './read-settings.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { whenReachable } from './store/when-reachable.ts'
import { assertLoopback, forOwnNames, hasPublishedSecret, servesOnlyTools } from './trial.ts'

/** A server that runs. */
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
  const began = performance.now()
  const observers = await openObservers(resources, settings, logTo)
  const { log, metrics } = observers
  const isPublished = checkPublishedSecrets(settings)
  const cost = settings.passwordCost ?? (servesOnlyTools(settings) ? toolsCost : undefined)
  // Closed after the store: while its threads end, a running purge would go on, and its last lines would miss the log.
  const passwords = adopt(createPasswords(cost))
  // Health is served while the start waits for the database; the server is ready once it listens.
  let served: Store | undefined
  const readiness = createReadiness({
    probe: async () => (served ? served.probe() : Promise.reject(new Error('the server does not listen yet'))),
    isStuck: () => served?.isStuck?.() === true,
  })
  const ops = metrics && adopt(await startOpsServer(readiness, metrics, settings.opsPort, settings.opsHost))
  // One wait for all: the database may go away again after it was opened.
  let opened: Store | undefined
  const prepare = async () => {
    opened ??= observers.watchStore(adopt(await open(settings.storeUrl)))
    await prepareData(opened, settings, passwords, log)
    return opened
  }
  const store = await whenReachable(prepare, settings.storeWaitSeconds ?? 0, log.waiting)
  const context = await createContext(settings, store, observers.watchPasswords(passwords))
  const { fixturesPort } = settings
  const testHooks = fixturesPort === undefined ? undefined : adopt(await startTestHooks(fixturesPort, context))
  const listening = await serve(settings, context, observers, isPublished)
  served = store
  const purgeOptions = { max: settings.purgeMax ?? defaultPurgeMax, onDeleted: log.deleted }
  const stopPurge = schedulePurge(store, now, observers.purged, purgeOptions)
  log.event('start', { node: process.version, store: settings.storeUrl.split(':', 1)[0], ms: elapsed(began) })
  log.event('listen', { url: listening.url, opsUrl: ops?.url })
  return {
    url: listening.url,
    fixturesUrl: testHooks?.url,
    opsUrl: ops?.url,
    async close(grace) {
      log.event('drain', { delay: settings.drainDelay ?? 0 })
      readiness.drain()
      const purgeEnded = stopPurge()
      await stopListening(listening, settings, grace)
      log.event('stop')
      // Closing the store ends a running purge between two steps. A database that is away may not hold up the exit.
      const closed = resources.close().then(() => purgeEnded)
      await Promise.race([closed, wait(closeTimeout, undefined, { ref: false })])
    },
  }
}

/** Returns whether requests are limited to this machine. @throws Error in one line if the settings do not fit that. */
function checkPublishedSecrets(settings: Settings): boolean {
  const isPublished = !settings.isUnsafe && hasPublishedSecret(settings)
  if (isPublished) assertLoopback(settings.host)
  if (settings.hasNoLimits && !isPublished) throw new Error('--no-limits needs --demo, without --unsafe')
  return isPublished
}

async function createContext(settings: Settings, store: Store, passwords: Passwords): Promise<Context> {
  const { tokenSecret, previousTokenSecret, upgradeUrl, hasNoLimits } = settings
  const tokens = await createTokens(tokenSecret, now, previousTokenSecret)
  const attempts = hasNoLimits ? Number.POSITIVE_INFINITY : undefined
  return { store, passwords, tokens, upgradeUrl, now, attempts }
}

async function stopListening(listening: Listening, { drainDelay = 0, grace }: Settings, given?: number): Promise<void> {
  if (given === undefined && drainDelay > 0) {
    listening.drain()
    await wait(drainDelay)
  }
  await listening.close(given ?? grace)
}

const now = () => new Date()
const elapsed = (since: number) => Math.round(performance.now() - since)

/** Listens for requests of the API and, where they are on, of the pages. */
async function serve(
  settings: Settings,
  context: Context,
  observers: Observers,
  isPublished: boolean,
): Promise<Listening> {
  const { readClient = createReadClient([]), adminApiKey, previousAdminApiKey, addressAttempts, corsOrigins } = settings
  const report = observers.reportRequests(readClient)
  const cors = corsOrigins && { origins: corsOrigins }
  const app = createApp({
    ...context,
    adminApiKey,
    previousAdminApiKey,
    readClient,
    addressAttempts,
    report,
    cors,
  })
  const traced = observers.watchRequests(app)
  const pages = settings.docs ? (await loadPages()).withDocs(traced, settings.docs) : traced
  const listening = await listen(isPublished ? forOwnNames(pages) : pages, settings.port, settings.host, {
    maxConnections: settings.maxConnections,
    idleTimeout,
    keepAliveTimeout: settings.keepAlive,
    report,
    onDrop: observers.connectionDropped,
  })
  observers.metrics?.watchConnections(listening.connections)
  return listening
}

/** Loads the pages on demand: their highlighter and Markdown parser are a tenth of a start. */
const loadPages = () => import('./site/routes.ts')

/** Loads test hooks on demand: a server that is not tested does not need them. */
async function startTestHooks(port: number, context: Context) {
  const testHooks = await import('./test-hooks.ts')
  return testHooks.startTestHooks(context, port)
}
