/** Reads the server's settings from its command line and environment. */
import { parseArgs } from 'node:util'
import { checkSecrets, type Secrets } from './auth/secrets.ts'
import { optionalText, type Setting } from './setting-parsers.ts'
import { findMisspelt, flagOf, textOf } from './setting-text.ts'
import { type SettingName, settings } from './settings-table.ts'

type Table = typeof settings
/** `demo` only decides about defaults, and `auditLog` is for operator commands. */
type OtherKey = 'demo' | 'auditLog'
// Mapped from the keys of the table, not from a union of names, so that the comments of the table arrive in editors.
type Parsed = { [K in keyof Table as Exclude<K, keyof Secrets | OtherKey>]: ParsedOf<Table[K]> }
type ParsedOf<S> = S extends { parse: (...args: never[]) => infer T } ? T : string | undefined
type RequiredKey = 'port' | 'host' | 'storeUrl' | 'upgradeUrl' | 'logLevel'
type Optional<T> = { [K in keyof T]?: T[K] | undefined }

export interface DocsOptions {
  /** Whether the demo's accounts are offered as callers. */
  hasDemo: boolean
  /** The address of the mock that runs beside this server, if one does. */
  mockUrl?: string | undefined
}

/**
 * The parsed values of the table: times in milliseconds, but for `storeWaitSeconds`. Programs that start a server may leave
 * out what has a default.
 */
export type Settings = Secrets &
  Pick<Parsed, RequiredKey> &
  Optional<Omit<Parsed, RequiredKey | 'docs'>> & {
    /** Options of the pages at /docs and of /openapi.yaml; off by default. */
    docs?: DocsOptions | undefined
    /** bcrypt's work factor, 10 by default; tests use a cheaper one. */
    passwordCost?: number
  }

/** The flags, as parseArgs takes them. */
const flagOptions = Object.fromEntries(
  Object.values<Setting>(settings).flatMap(({ flag, isList = false }) => {
    const type: 'string' | 'boolean' = flag?.includes(' ') ? 'string' : 'boolean'
    return flag ? [[flagOf(flag), { type, multiple: isList }]] : []
  }),
)

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
  const parsed: Partial<Record<SettingName, unknown>> = {}
  for (const [key, setting] of Object.entries<Setting>(settings)) {
    const { flag, variable, inDemo, parse = optionalText } = setting
    // If one setting fails, the others are read nevertheless, so that all errors are named.
    try {
      const text = textOf(key as SettingName, values, env) ?? (isDemo ? inDemo : undefined)
      parsed[key as SettingName] = parse(text ?? '', variable ?? `--${flagOf(flag)}`)
    } catch (error) {
      failed(error)
    }
  }
  await checkSecrets(parsed as Partial<Secrets>, isDemo).catch(failed)
  if (errors.length > 0) throw new Error([...errors, ...findMisspelt(env)].join('; '))
  const { demo: _, auditLog: __, docs, ...own } = parsed as Parsed & Secrets & Record<OtherKey, unknown>
  return { ...own, docs: docs ? { hasDemo: isDemo } : undefined }
}
