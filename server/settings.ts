/** The table of the server's settings: its flags and environment variables, their defaults and meanings. */
import { serverLimits } from '@monitoring-service/http/node'
import { defaultPurgeMax } from './jobs/purge.ts'

export const defaultMaxConnections = 2000
export const defaultAddressAttempts = 1000

export interface Setting {
  /** Without the two dashes. */
  flag?: string
  /** The name of the flag's value in the help; a flag without it takes none. */
  value?: string
  variable?: string
  /** The value if neither is there. */
  default?: string
  /** Whether the flag may be repeated. */
  isList?: boolean
  /** Whether a file may hold the value, which the variable with `_FILE` at its end names. */
  isSecret?: boolean
  /** The default in words, where it is no constant. */
  usually?: string
  /** For the help and for docs/operating.md. */
  meaning: string
}

export const settings = {
  port: { flag: 'port', value: 'N', variable: 'PORT', default: '3000', meaning: 'port to listen on, 0 for a free one' },
  host: { flag: 'host', value: 'NAME', variable: 'HOST', default: '127.0.0.1', meaning: 'address to listen on' },
  store: {
    flag: 'store',
    value: 'URL',
    variable: 'STORE_URL',
    isSecret: true,
    usually: 'required; `memory:` with `--demo`',
    meaning: '`memory:`, `file:PATH`, `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`',
  },
  data: { flag: 'data', value: 'FILE', meaning: 'records to load into an empty store' },
  demo: { flag: 'demo', meaning: 'use the demo data and the published demo secrets' },
  tokenSecret: {
    variable: 'TOKEN_SECRET',
    isSecret: true,
    usually: 'required',
    meaning: 'signs tokens: 32 random characters or more',
  },
  adminApiKey: {
    variable: 'ADMIN_API_KEY',
    isSecret: true,
    usually: 'required',
    meaning: 'the key of the admin operations: 32 random characters or more',
  },
  previousTokenSecret: {
    variable: 'TOKEN_SECRET_PREVIOUS',
    isSecret: true,
    meaning: 'accepted beside the new one while you change it',
  },
  previousAdminApiKey: {
    variable: 'ADMIN_API_KEY_PREVIOUS',
    isSecret: true,
    meaning: 'accepted beside the new one while you change it',
  },
  upgradeUrl: { variable: 'UPGRADE_URL', usually: 'required', meaning: 'where a plan can be upgraded' },
  storeWait: {
    variable: 'STORE_WAIT',
    default: '30',
    meaning: 'seconds that a start waits for a database that is away or locked',
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    usually: 'none',
    meaning:
      'proxies whose `X-Forwarded-For`, or without it `Forwarded`, is believed: addresses and CIDR ranges, separated by commas',
  },
  addressAttempts: {
    variable: 'ADDRESS_ATTEMPTS',
    default: String(defaultAddressAttempts),
    meaning:
      'the most log-ins, sign-ups and deletions that one address may try in 15 minutes, beside the limit per account; loopback addresses have no such limit',
  },
  corsOrigin: {
    flag: 'cors-origin',
    value: 'ORIGIN',
    variable: 'CORS_ORIGIN',
    isList: true,
    usually: 'none; any with `--demo`',
    meaning: 'web pages that may call, such as `https://app.example`, or `*`; repeat the flag, or separate by commas',
  },
  docs: { flag: 'docs', usually: 'off; on with `--demo`', meaning: 'web pages at / and /docs, and /openapi.yaml' },
  opsPort: {
    flag: 'ops-port',
    value: 'N',
    variable: 'OPS_PORT',
    usually: 'off',
    meaning: 'port of /healthz, /readyz and /metrics (Prometheus)',
  },
  opsHost: {
    flag: 'ops-host',
    value: 'NAME',
    variable: 'OPS_HOST',
    default: '127.0.0.1',
    meaning: 'address that port listens on',
  },
  fixturesPort: {
    flag: 'fixtures-port',
    value: 'N',
    usually: 'off',
    meaning: 'test hooks for the conformance kit, on this machine only; with `--demo` in memory, hashes are cheap',
  },
  unsafe: {
    flag: 'unsafe',
    usually: 'off',
    meaning: 'lets `--demo` and `--fixtures-port` serve other machines, any Host, and a store with other records',
  },
  noLimits: {
    flag: 'no-limits',
    usually: 'off',
    meaning:
      'lifts the limits of attempts, for tools that test; with `--demo` on this machine only; in memory, hashes are cheap',
  },
  maxConnections: {
    variable: 'MAX_CONNECTIONS',
    default: String(defaultMaxConnections),
    meaning: 'the most open connections; more are dropped',
  },
  purgeMax: {
    variable: 'PURGE_MAX',
    default: String(defaultPurgeMax),
    meaning: 'the most due accounts that are deleted at once; if more are due, none is, until `purge --max N`',
  },
  drainDelay: {
    flag: 'drain-delay',
    value: 'SECONDS',
    variable: 'DRAIN_DELAY',
    default: '0',
    meaning: 'how long a stopping server goes on serving while /readyz is 503, before it closes its port',
  },
  grace: {
    flag: 'grace',
    value: 'SECONDS',
    variable: 'GRACE',
    default: String(serverLimits.closeGrace / 1000),
    meaning: 'how long a stopping server then waits for the requests in progress',
  },
  keepAlive: {
    flag: 'keep-alive',
    value: 'SECONDS',
    variable: 'KEEP_ALIVE',
    default: '5',
    meaning: 'how long an idle connection stays open; longer than the proxy in front keeps it',
  },
  instance: {
    flag: 'instance',
    value: 'NAME',
    variable: 'INSTANCE',
    usually: 'host name and process id',
    meaning: 'the name of this process in the log',
  },
  auditLog: {
    variable: 'AUDIT_LOG',
    usually: 'none',
    meaning: 'a file to which operator commands append who ran which command, when, and its result',
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    default: 'info',
    meaning: 'of the JSON log on stderr: trace, debug, info, warn, error, fatal or silent',
  },
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

const table: [string, Setting][] = Object.entries(settings)

/** The flags, as parseArgs takes them. */
export const flagOptions = Object.fromEntries(
  table.flatMap(([, { flag, value, isList = false }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean'
    return flag ? [[flag, { type, multiple: isList }]] : []
  }),
)

/** What a person reads of each setting. */
export function describeSettings(): Record<'flag' | 'variable' | 'meaning' | 'fallback', string>[] {
  return table.flatMap(
    ([, { flag, value, variable = '', meaning, isSecret, default: fallback = '', usually = fallback }]) => {
      const row = { flag: flag ? `--${flag}${value ? ` ${value}` : ''}` : '', variable, meaning, fallback: usually }
      const file = {
        flag: '',
        variable: `${variable}_FILE`,
        meaning: 'a regular file (not a pipe) that holds the above',
        fallback: '',
      }
      return isSecret ? [row, file] : [row]
    },
  )
}
