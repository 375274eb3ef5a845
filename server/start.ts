/** Puts a server together from its settings and starts it. */
import { type Cors, type Listening, listen, type RequestReport } from '@monitoring-service/gate'
import pino, { type DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { withDocs } from './docs.ts'
import { schedulePurge } from './purge.ts'
import { createPasswords } from './security/passwords.ts'
import { createTokens } from './security/tokens.ts'
import { readDataFile } from './store/data-file.ts'
import { openStore } from './store/open.ts'

export interface Settings {
  /** 0 takes a free one. */
  port: number
  host: string
  /** `memory:` or `file:PATH`. */
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
}

/**
 * Starts the reference server.
 * @throws Error in one line if the store, the data file or the port is not to be had.
 */
export async function startServer(
  settings: Settings,
  logTo: DestinationStream = pino.destination(2),
): Promise<Listening> {
  const log = pino({ level: settings.logLevel, base: null }, logTo)
  const now = () => new Date()
  const store = await openStore(settings.storeUrl)
  if (settings.dataFile && (await store.isEmpty())) await store.load(await readDataFile(settings.dataFile, now()))
  const passwords = await createPasswords()
  const tokens = await createTokens(settings.tokenSecret, now)
  const report = (request: RequestReport) => log[request.status < 500 ? 'info' : 'error'](describe(request), 'request')
  const { upgradeUrl, adminApiKey, corsOrigins } = settings
  const cors = corsOrigins && { origins: corsOrigins }
  const app = createApp({ store, passwords, tokens, upgradeUrl, adminApiKey, now, report, cors })
  const listening = await listen(withDocs(app), settings.port, settings.host)
  const stopPurge = schedulePurge(store, now, (outcome) => log['error' in outcome ? 'error' : 'info'](outcome, 'purge'))
  return {
    url: listening.url,
    async close(grace) {
      await listening.close(grace)
      await stopPurge()
      await store.close()
      await passwords.close()
    },
  }
}

/** What is logged of a request: nothing that the caller wrote, and of an error only what happened inside. */
function describe({ error, ...request }: RequestReport): object {
  const cause = error && error.status >= 500 ? error.cause : undefined
  return { ...request, ...(error && { code: error.code }), ...(cause instanceof Error && { cause: cause.stack }) }
}
