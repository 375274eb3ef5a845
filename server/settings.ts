/** Reads the server's settings from its flags and environment. */
import { parseArgs } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { readOrigins } from '@monitoring-service/gate/node'
import type { Settings } from './start.ts'

export const help = `Runs the reference server.

  npm run server -- [--port N] [--host NAME] [--store URL] [--data FILE] [--demo]
                    [--cors-origin ORIGIN]... [--fixtures-port N]

  --port N      port to listen on, 0 for a free one     PORT, 3000
  --host NAME   address to listen on                    HOST, 127.0.0.1
  --store URL   memory:, file:PATH, sqlite:PATH or      STORE_URL, memory:
                postgres://USER:PASSWORD@HOST/DATABASE,
                where ?max=N bounds the connections, 10
  --data FILE   records to start with, if it is empty
  --demo        use the demo data and the published demo secrets
  --cors-origin ORIGIN
                web pages that may call, such as        CORS_ORIGIN; none,
                https://app.example, or * for any       but any with --demo
  --fixtures-port N
                makes users and records for the         nowhere
                conformance kit, on this machine only
  --help        print this text

  TOKEN_SECRET, ADMIN_API_KEY   secrets of 32 characters or more
  UPGRADE_URL                   where a plan can be upgraded
  LOG_LEVEL                     of the JSON log on stderr: trace, debug, info, warn, error, fatal or silent; info
`

/**
 * Flags come before the environment.
 * @throws Error in one line that says what to do.
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' {
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
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const fallback: Partial<typeof demo> = values.demo ? demo : {}
  const origins = values['cors-origin'] ?? (env.CORS_ORIGIN ? [env.CORS_ORIGIN] : values.demo ? ['*'] : undefined)
  return {
    port: readPort(values.port ?? env.PORT ?? '3000'),
    host: values.host ?? env.HOST ?? '127.0.0.1',
    storeUrl: storeUrlOf(values.store, env) ?? 'memory:',
    dataFile: values.data ?? (values.demo ? demoDataFile : undefined),
    tokenSecret: readSecret('TOKEN_SECRET', env.TOKEN_SECRET ?? fallback.tokenSecret, values.demo),
    adminApiKey: readSecret('ADMIN_API_KEY', env.ADMIN_API_KEY ?? fallback.adminApiKey, values.demo),
    upgradeUrl: readUrl('UPGRADE_URL', env.UPGRADE_URL ?? fallback.upgradeUrl),
    logLevel: readLevel(env.LOG_LEVEL ?? 'info'),
    corsOrigins: origins && readOrigins(origins),
    fixturesPort: values['fixtures-port'] === undefined ? undefined : readPort(values['fixtures-port']),
  }
}

/** Where the records are: a flag before the environment, for the server as for the operator's commands. */
export function storeUrlOf(flag: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return flag ?? env.STORE_URL
}

/** @throws Error unless it is a port number. */
export function readPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) < 65_536) return Number(text)
  throw new Error(`the port must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
}

function readSecret(name: string, secret: string | undefined, isDemo: boolean): string {
  const published: string[] = [demo.tokenSecret, demo.adminApiKey]
  const advice = 'set it to 32 characters or more, or use the published secrets with --demo'
  if (secret === undefined) throw new Error(`${name} is not set: ${advice}`)
  if (isDemo) return secret
  if (secret.length < 32) throw new Error(`${name} is shorter than 32 characters: ${advice}`)
  if (published.includes(secret)) throw new Error(`${name} is a published secret: ${advice}`)
  return secret
}

function readUrl(name: string, text: string | undefined): string {
  if (text && URL.canParse(text)) return text
  throw new Error(
    `${name} must be an absolute address, such as https://example.com/upgrade, where a plan can be upgraded`,
  )
}

function readLevel(text: string): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (levels.includes(text)) return text
  throw new Error(`LOG_LEVEL must be one of ${levels.join(', ')}, not ${JSON.stringify(text)}`)
}
