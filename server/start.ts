/** Puts a server together from its settings and starts it. */
import { ApiError } from '@monitoring-service/gate'
import { type Cors, type Listening, listen, type RequestReport } from '@monitoring-service/gate/node'
import pino, { type DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { withDocs } from './docs.ts'
import { startFixtures } from './fixtures.ts'
import { type PurgeOutcome, schedulePurge } from './purge.ts'
import { createPasswords } from './security/passwords.ts'
import { createTokens } from './security/tokens.ts'
import { readDataFile } from './store/data-file.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

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
  /** The address that plan-limit errors point to. */
  upgradeUrl: string
  logLevel: string
  /** The origins whose web pages may call. */
  corsOrigins?: Cors['origins'] | undefined
  /** Where to offer what `fixtures.ts` makes, 0 for a free port; by default, nowhere. */
  fixturesPort?: number | undefined
}

export interface Server extends Listening {
  /** Where the conformance kit finds its states, if it does. */
  fixturesUrl: string | undefined
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
  const { upgradeUrl, adminApiKey, corsOrigins, dataFile, fixturesPort } = settings
  const opened = new AsyncDisposableStack()
  try {
    const store = opened.adopt(await open(settings.storeUrl), (store) => store.close())
    if (dataFile) await fill(store, dataFile, now())
    const passwords = opened.adopt(await createPasswords(), (passwords) => passwords.close())
    const tokens = await createTokens(settings.tokenSecret, now)
    const report = (request: RequestReport) =>
      log[request.status < 500 ? 'info' : 'error'](describe(request), 'request')
    const cors = corsOrigins && { origins: corsOrigins }
    const app = createApp({ store, passwords, tokens, upgradeUrl, adminApiKey, now, report, cors })
    const offerFixtures = () => startFixtures({ store, tokens, now }, fixturesPort ?? 0)
    const fixtures =
      fixturesPort === undefined ? undefined : opened.adopt(await offerFixtures(), ({ close }) => close())
    const { url, close } = await listen(withDocs(app), settings.port, settings.host)
    const tell = (outcome: PurgeOutcome) =>
      'error' in outcome ? log.error({ cause: reasonOf(outcome.error) }, 'purge') : log.info(outcome, 'purge')
    opened.defer(schedulePurge(store, now, tell))
    return { url, fixturesUrl: fixtures?.url, close: (grace) => close(grace).then(() => opened.disposeAsync()) }
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
  const cause = error && error.status >= 500 ? error.cause : undefined
  return { ...request, ...(error && { code: error.code }), ...(cause instanceof Error && { cause: cause.stack }) }
}

/** Where something went wrong inside, without the fields that an error may carry along. */
function reasonOf(error: unknown): string {
  const inside = error instanceof ApiError && error.cause ? error.cause : error
  return inside instanceof Error ? String(inside.stack) : String(inside)
}
