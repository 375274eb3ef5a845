/** Reads the server's settings from its command line and environment. */
import { parseArgs } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { type CorsOptions, parseOrigins } from '@monitoring-service/http/node'
import { readSecrets, type Secrets } from './auth/secrets.ts'
import { defaultPurgeMax } from './jobs/purge.ts'
import type { DocsOptions } from './site/docs-options.ts'

export interface Settings extends Secrets {
  /** 0 for a free port. */
  port: number
  host: string
  /** `memory:`, `file:PATH`, `sqlite:PATH` or `postgres://…`. */
  storeUrl: string
  /** Records that are loaded into an empty store. */
  dataFile: string | undefined
  /** The URL that plan-limit errors point to. */
  upgradeUrl: string
  logLevel: string
  /** The most open connections; more are dropped. Without it, there is no limit. */
  maxConnections?: number | undefined
  /** The most accounts that a purge deletes; if more are due, it deletes none. */
  purgeMax?: number | undefined
  /** The origins whose web pages may call; none by default. */
  corsOrigins?: CorsOptions['origins'] | undefined
  /** The port of the conformance kit's test hooks, 0 for a free port; off by default. */
  fixturesPort?: number | undefined
  /** Options of the pages at /, /docs and /openapi.yaml; off by default. */
  docs?: Pick<DocsOptions, 'hasDemo' | 'mockUrl'> | undefined
  /** The port of health and metrics, 0 for a free port; off by default. */
  opsPort?: number | undefined
  /** 127.0.0.1 by default. */
  opsHost?: string | undefined
}

export const defaultMaxConnections = 2000

/** How this program is called: from the repository, or installed. */
export const commandLine = import.meta.url.endsWith('.ts') ? 'npm run server --' : 'monitoring-server'
const indent = ' '.repeat(commandLine.length + 3)

export const help = `Runs the reference server.

  ${commandLine} [--port N] [--host NAME] [--store URL] [--data FILE] [--demo]
${indent}[--cors-origin ORIGIN]... [--fixtures-port N] [--docs]
${indent}[--ops-port N] [--ops-host NAME]

  --port N      port to listen on, 0 for a free one     PORT, 3000
  --host NAME   address to listen on                    HOST, 127.0.0.1
  --store URL   memory:, file:PATH, sqlite:PATH or      STORE_URL, memory:
                postgres://USER:PASSWORD@HOST/DATABASE,
                where ?max=N bounds the connections, 10
  --data FILE   records to load into an empty store
  --demo        use the demo data and the published demo secrets
  --cors-origin ORIGIN
                web pages that may call, such as        CORS_ORIGIN; none,
                https://app.example, or * for any       but any with --demo
  --fixtures-port N
                test hooks for the conformance kit,     off
                on this machine only
  --docs        web pages at / and /docs, and the       off, but on with --demo
                contract at /openapi.yaml
  --ops-port N  port of /healthz, /readyz and /metrics  OPS_PORT; off
                for Prometheus
  --ops-host NAME
                address that port listens on            OPS_HOST, 127.0.0.1
  --help        print this text
  --version     print the version

  TOKEN_SECRET, ADMIN_API_KEY   secrets of 32 random characters or more
  TOKEN_SECRET_PREVIOUS, ADMIN_API_KEY_PREVIOUS
                                the previous ones, accepted beside the new ones while you change them
  UPGRADE_URL                   where a plan can be upgraded
  MAX_CONNECTIONS               the most open connections, more are dropped; ${defaultMaxConnections}
  PURGE_MAX                     the most due accounts that are deleted at once; if more are due, none is; ${defaultPurgeMax}
  LOG_LEVEL                     of the JSON log on stderr: trace, debug, info, warn, error, fatal or silent; info
`

/**
 * Flags take precedence over the environment.
 * @throws Error in one line that says what to do.
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' | 'version' {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      store: { type: 'string' },
      data: { type: 'string' },
      demo: { type: 'boolean', default: false },
      'cors-origin': { type: 'string', multiple: true },
      'fixtures-port': { type: 'string' },
      docs: { type: 'boolean', default: false },
      'ops-port': { type: 'string' },
      'ops-host': { type: 'string' },
      help: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  if (values.version) return 'version'
  const origins = values['cors-origin'] ?? (env.CORS_ORIGIN ? [env.CORS_ORIGIN] : values.demo ? ['*'] : undefined)
  const opsPort = values['ops-port'] ?? env.OPS_PORT
  return {
    port: readPort(values.port ?? env.PORT ?? '3000'),
    host: values.host ?? env.HOST ?? '127.0.0.1',
    storeUrl: storeUrlOf(values.store, env) ?? 'memory:',
    dataFile: values.data ?? (values.demo ? demoDataFile : undefined),
    ...readSecrets(env, values.demo),
    upgradeUrl: readUrl('UPGRADE_URL', env.UPGRADE_URL ?? (values.demo ? demo.upgradeUrl : undefined)),
    maxConnections: readCount('MAX_CONNECTIONS', env.MAX_CONNECTIONS ?? String(defaultMaxConnections)),
    purgeMax: readCount('PURGE_MAX', env.PURGE_MAX ?? String(defaultPurgeMax)),
    logLevel: readLogLevel(env.LOG_LEVEL ?? 'info'),
    corsOrigins: origins && parseOrigins(origins),
    fixturesPort: values['fixtures-port'] === undefined ? undefined : readPort(values['fixtures-port']),
    docs: values.docs || values.demo ? { hasDemo: values.demo } : undefined,
    opsPort: opsPort === undefined ? undefined : readPort(opsPort),
    opsHost: values['ops-host'] ?? env.OPS_HOST,
  }
}

/** The store's URL, for the server and the operator's commands: the flag takes precedence over the environment. */
export function storeUrlOf(flag: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return flag ?? env.STORE_URL
}

/** @throws Error if the text is no port number. */
export function readPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) < 65_536) return Number(text)
  throw new Error(`the port must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
}

/** @throws Error if the text is no number from 1 to 999999. */
export function readCount(name: string, text: string): number {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a number from 1 to 999999, not ${JSON.stringify(text)}`)
}

function readUrl(name: string, text: string | undefined): string {
  if (text && URL.canParse(text)) return text
  throw new Error(
    `${name} must be an absolute address, such as https://example.com/upgrade, where a plan can be upgraded`,
  )
}

function readLogLevel(text: string): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (levels.includes(text)) return text
  throw new Error(`LOG_LEVEL must be one of ${levels.join(', ')}, not ${JSON.stringify(text)}`)
}
