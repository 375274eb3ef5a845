/** Reads the server's settings from its command line and environment. */
import { parseArgs } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { type CorsOptions, parseOrigins } from '@monitoring-service/http'
import { createReadClient, type ReadClient } from './auth/client-address.ts'
import { readSecrets, type Secrets } from './auth/secrets.ts'
import { findMisspelt, textOf } from './setting-text.ts'
import { flagOptions, type SettingName } from './settings.ts'
import type { DocsOptions } from './site/docs-options.ts'

export interface Settings extends Secrets {
  /** 0 for a free port. */
  port: number
  host: string
  /** `memory:`, `file:PATH`, `sqlite:PATH` or `postgres://…`. */
  storeUrl: string
  /** How long a start waits for a database that is away or locked. */
  storeWaitSeconds?: number
  /** Records that are loaded into an empty store. */
  dataFile: string | undefined
  /** The URL that plan-limit errors point to. */
  upgradeUrl: string
  logLevel: string
  /** The name of this process in the log. */
  instance?: string | undefined
  /** How long the server goes on after a signal while /readyz is 503, in milliseconds. */
  drainDelay?: number | undefined
  /** How long a connection stays open for a next request, in milliseconds. */
  keepAlive?: number | undefined
  /** How long a stop waits for the requests in progress, in milliseconds. */
  grace?: number | undefined
  /** bcrypt's work factor, 10 by default; tests use a cheaper one. */
  passwordCost?: number
  /** The most open connections; more are dropped. Without it, there is no limit. */
  maxConnections?: number | undefined
  /** The most accounts that a purge deletes; if more are due, it deletes none. */
  purgeMax?: number | undefined
  /** Reads the client of a request, through trusted proxies; by default the peer. */
  readClient?: ReadClient | undefined
  /** The most attempts of one address in a window. */
  addressAttempts?: number
  /** The origins whose web pages may call; none by default. */
  corsOrigins?: CorsOptions['origins'] | undefined
  /** The port of the conformance kit's test hooks, 0 for a free port; off by default. */
  fixturesPort?: number | undefined
  /** Whether published secrets and test hooks may serve other machines, any Host, and a store with other records. */
  isUnsafe?: boolean
  /** Whether attempts have no limit; only with published secrets, and on this machine. */
  hasNoLimits?: boolean
  /** Options of the pages at /, /docs and /openapi.yaml; off by default. */
  docs?: Pick<DocsOptions, 'hasDemo' | 'mockUrl'> | undefined
  /** The port of health and metrics, 0 for a free port; off by default. */
  opsPort?: number | undefined
  /** 127.0.0.1 by default. */
  opsHost?: string | undefined
}

/**
 * Flags take precedence over the environment.
 * @throws Error in one line that names every setting that is missing or wrong, and says what to do.
 */
export async function readSettings(args: string[], env: NodeJS.ProcessEnv): Promise<Settings | 'help' | 'version'> {
  const options = { ...flagOptions, help: { type: 'boolean' }, version: { type: 'boolean' } } as const
  const { values } = parseArgs({ args, options })
  if (values.help) return 'help'
  if (values.version) return 'version'
  const isDemo = textOf('demo', values, env) !== undefined
  const errors: string[] = []
  const failed = (error: unknown) => void errors.push((error as Error).message)
  /** Reads one setting; if that fails, the others are read nevertheless. */
  function read<T>(name: SettingName, parse: (text: string) => T, fallback?: string): T {
    try {
      return parse(textOf(name, values, env) ?? fallback ?? '')
    } catch (error) {
      return failed(error) as T
    }
  }
  const secrets = (await readSecrets(env, isDemo).catch(failed)) as Secrets
  const settings: Settings = {
    port: read('port', (text) => readPort(text, 'PORT')),
    host: read('host', String),
    storeUrl: read('store', readStoreUrl, isDemo ? 'memory:' : undefined),
    storeWaitSeconds: read('storeWait', readCount('STORE_WAIT')),
    dataFile: read('data', optional(String), isDemo ? demoDataFile : undefined),
    ...secrets,
    upgradeUrl: read('upgradeUrl', readUpgradeUrl, isDemo ? demo.upgradeUrl : undefined),
    maxConnections: read('maxConnections', readCount('MAX_CONNECTIONS')),
    purgeMax: read('purgeMax', readCount('PURGE_MAX')),
    logLevel: read('logLevel', readLogLevel),
    instance: read('instance', optional(String)),
    drainDelay: read('drainDelay', readSeconds('DRAIN_DELAY')),
    keepAlive: read('keepAlive', readSeconds('KEEP_ALIVE', 1)),
    grace: read('grace', readSeconds('GRACE')),
    readClient: read(
      'trustProxy',
      optional((text) => createReadClient(text.split(/[\s,]+/).filter(Boolean))),
    ),
    addressAttempts: read('addressAttempts', readCount('ADDRESS_ATTEMPTS')),
    corsOrigins: read(
      'corsOrigin',
      optional((text) => parseOrigins([text])),
      isDemo ? '*' : undefined,
    ),
    isUnsafe: read('unsafe', isOn),
    hasNoLimits: read('noLimits', isOn),
    fixturesPort: read(
      'fixturesPort',
      optional((text) => readPort(text, '--fixtures-port')),
    ),
    docs: read('docs', isOn) || isDemo ? { hasDemo: isDemo } : undefined,
    opsPort: read(
      'opsPort',
      optional((text) => readPort(text, 'OPS_PORT')),
    ),
    opsHost: read('opsHost', optional(String)),
  }
  if (errors.length > 0) throw new Error([...errors, ...findMisspelt(env)].join('; '))
  return settings
}

const isOn = (text: string) => text !== ''

const optional =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    text === '' ? undefined : parse(text)

/** The store's URL, for the server and the operator's commands: the flag takes precedence over the environment. */
export function storeUrlOf(flag: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return textOf('store', { store: flag }, env)
}

/** @throws Error if the text is no port number. */
export function readPort(text: string, name = 'the port'): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) < 65_536) return Number(text)
  throw new Error(`${name} must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
}

/** @throws Error if the text is no number from 1 to 999999. */
export const readCount = (name: string) => (text: string) => {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a number from 1 to 999999, not ${JSON.stringify(text)}`)
}

/** Returns milliseconds. @throws Error if the text is no number from `min` to 3600. */
const readSeconds =
  (name: string, min = 0) =>
  (text: string) => {
    const seconds = /^[0-9]{1,4}(\.[0-9]{1,3})?$/.test(text) ? Number(text) : -1
    if (seconds >= min && seconds <= 3600) return seconds * 1000
    throw new Error(`${name} must be seconds from ${min} to 3600, not ${JSON.stringify(text)}`)
  }

function readStoreUrl(text: string): string {
  if (text !== '') return text
  throw new Error('STORE_URL is not set: name a store, or give --store memory: to lose all data on exit')
}

/** Clients show it as a link, which must not run a script. */
function readUpgradeUrl(text: string): string {
  const { protocol, username, password } = URL.parse(text) ?? {}
  if (username || password) throw new Error('UPGRADE_URL must be without user and password: every client sees it')
  if (/^https?:$/.test(protocol ?? '')) return text
  throw new Error(
    'UPGRADE_URL must be an http or https address, such as https://example.com/upgrade, where a plan can be upgraded',
  )
}

function readLogLevel(text: string): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (levels.includes(text)) return text
  throw new Error(`LOG_LEVEL must be one of ${levels.join(', ')}, not ${JSON.stringify(text)}`)
}
