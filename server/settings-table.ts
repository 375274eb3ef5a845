/** The table of the server's settings. The comment above a row is that of its value in `Settings`, for programs. */
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { parseOrigins } from '@monitoring-service/http'
import { serverLimits } from '@monitoring-service/http/node'
import { createReadClient } from './auth/client-address.ts'
import { defaultPurgeMax } from './jobs/purge.ts'
import * as parsers from './setting-parsers.ts'

export const defaultMaxConnections = 2000
export const defaultAddressAttempts = 1000

export const settings = {
  /** 0 for a free port. */
  port: {
    flag: 'port N',
    variable: 'PORT',
    default: '3000',
    meaning: 'port to listen on, 0 for a free one',
    parse: parsers.readPort,
  },
  /** The address to listen on. */
  host: {
    flag: 'host NAME',
    variable: 'HOST',
    default: '127.0.0.1',
    meaning: 'address to listen on',
    parse: String,
  },
  /** `memory:`, `file:PATH`, `sqlite:PATH` or `postgres://…`. */
  storeUrl: {
    flag: 'store URL',
    variable: 'STORE_URL',
    isSecret: true,
    usually: 'required; `memory:` with `--demo`',
    meaning: '`memory:`, `file:PATH`, `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`',
    inDemo: 'memory:',
    parse: parsers.readStoreUrl,
  },
  /** Records that are loaded into an empty store. */
  dataFile: {
    flag: 'data FILE',
    meaning: 'records to load into an empty store',
    inDemo: demoDataFile,
  },
  demo: { flag: 'demo', meaning: 'use the demo data and the published demo secrets' },
  tokenSecret: {
    variable: 'TOKEN_SECRET',
    isSecret: true,
    usually: 'required',
    meaning: 'signs tokens: 32 random characters or more',
    inDemo: demo.tokenSecret,
  },
  adminApiKey: {
    variable: 'ADMIN_API_KEY',
    isSecret: true,
    usually: 'required',
    meaning: 'the key of the admin operations: 32 random characters or more',
    inDemo: demo.adminApiKey,
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
  /** The URL that plan-limit errors point to. */
  upgradeUrl: {
    variable: 'UPGRADE_URL',
    usually: 'required',
    meaning: 'where a plan can be upgraded',
    inDemo: demo.upgradeUrl,
    parse: parsers.readUpgradeUrl,
  },
  /** How long a start waits for a database that is away or locked, in seconds. */
  storeWaitSeconds: {
    variable: 'STORE_WAIT',
    default: '30',
    meaning: 'seconds that a start waits for a database that is away or locked',
    parse: parsers.readCount,
  },
  /** Reads the client of a request, through trusted proxies; by default the peer. */
  readClient: {
    variable: 'TRUST_PROXY',
    usually: 'none',
    meaning:
      'proxies whose `X-Forwarded-For`, or without it `Forwarded`, is believed: addresses and CIDR ranges, separated by commas',
    parse: parsers.optional((text) => createReadClient(text.split(/[\s,]+/).filter(Boolean))),
  },
  /** The most attempts of one address in a window. */
  addressAttempts: {
    variable: 'ADDRESS_ATTEMPTS',
    default: String(defaultAddressAttempts),
    meaning:
      'the most log-ins, sign-ups and deletions that one address may try in 15 minutes, beside the limit per account; loopback addresses have no such limit',
    parse: parsers.readCount,
  },
  /** The origins whose web pages may call; none by default. */
  corsOrigins: {
    flag: 'cors-origin ORIGIN',
    variable: 'CORS_ORIGIN',
    isList: true,
    usually: 'none; any with `--demo`',
    meaning: 'web pages that may call, such as `https://app.example`, or `*`; repeat the flag, or separate by commas',
    inDemo: '*',
    parse: parsers.optional((text) => parseOrigins([text])),
  },
  docs: {
    flag: 'docs',
    usually: 'off; on with `--demo`',
    meaning: 'API reference at /docs, where / leads browsers; /openapi.yaml',
    inDemo: 'on',
    parse: parsers.isOn,
  },
  /** The port of health and metrics, 0 for a free port; off by default. */
  opsPort: {
    flag: 'ops-port N',
    variable: 'OPS_PORT',
    usually: 'off',
    meaning: 'port of /healthz, /readyz and /metrics (Prometheus)',
    parse: parsers.optionalPort,
  },
  /** The address that the port of health and metrics listens on. */
  opsHost: {
    flag: 'ops-host NAME',
    variable: 'OPS_HOST',
    default: '127.0.0.1',
    meaning: 'address that port listens on',
  },
  /** The port of the conformance kit's test hooks, 0 for a free port; off by default. */
  fixturesPort: {
    flag: 'fixtures-port N',
    usually: 'off',
    meaning: 'test hooks for the conformance kit, on this machine only; with `--demo` in memory, hashes are cheap',
    parse: parsers.optionalPort,
  },
  /** Lets demo data and test hooks serve other machines. */
  isUnsafe: {
    flag: 'unsafe',
    usually: 'off',
    meaning: 'lets `--demo` and `--fixtures-port` serve other machines, any Host, and a store with other records',
    parse: parsers.isOn,
  },
  /** Lifts the limits of attempts, for tools that test. */
  hasNoLimits: {
    flag: 'no-limits',
    usually: 'off',
    meaning:
      'lifts the limits of attempts, for tools that test; with `--demo` on this machine only; in memory, hashes are cheap',
    parse: parsers.isOn,
  },
  /** The most open connections; more are dropped. Without it, there is no limit. */
  maxConnections: {
    variable: 'MAX_CONNECTIONS',
    default: String(defaultMaxConnections),
    meaning: 'the most open connections; more are dropped',
    parse: parsers.readCount,
  },
  /** The most accounts that a purge deletes; if more are due, it deletes none. */
  purgeMax: {
    variable: 'PURGE_MAX',
    default: String(defaultPurgeMax),
    meaning: 'the most due accounts that are deleted at once; if more are due, none is, until `purge --max N`',
    parse: parsers.readCount,
  },
  /** How long the server goes on after a signal while /readyz is 503, in milliseconds. */
  drainDelay: {
    flag: 'drain-delay SECONDS',
    variable: 'DRAIN_DELAY',
    default: '0',
    meaning: 'how long a stopping server goes on serving while /readyz is 503, before it closes its port',
    parse: parsers.readSeconds(),
  },
  /** How long a stop waits for the requests in progress, in milliseconds. */
  grace: {
    flag: 'grace SECONDS',
    variable: 'GRACE',
    default: String(serverLimits.closeGrace / 1000),
    meaning: 'how long a stopping server then waits for the requests in progress',
    parse: parsers.readSeconds(),
  },
  /** How long a connection stays open for a next request, in milliseconds. */
  keepAlive: {
    flag: 'keep-alive SECONDS',
    variable: 'KEEP_ALIVE',
    default: '5',
    meaning: 'how long an idle connection stays open; longer than the proxy in front keeps it',
    parse: parsers.readSeconds(1),
  },
  /** The name of this process in the log. */
  instance: {
    flag: 'instance NAME',
    variable: 'INSTANCE',
    usually: 'host name and process id',
    meaning: 'the name of this process in the log',
  },
  auditLog: {
    variable: 'AUDIT_LOG',
    usually: 'none',
    meaning: 'a file to which operator commands append who ran which command, when, and its result',
  },
  /** The least level of the log: trace, debug, info, warn, error, fatal or silent. */
  logLevel: {
    variable: 'LOG_LEVEL',
    default: 'info',
    meaning: 'of the JSON log on stderr: trace, debug, info, warn, error, fatal or silent',
    parse: parsers.readLogLevel,
  },
} satisfies Record<string, parsers.Setting>

export type SettingName = keyof typeof settings
