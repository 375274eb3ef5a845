/** Reads the configuration: flags override environment variables, which override the file. */
import { existsSync } from 'node:fs'
import type { Transport } from '../../client/credentials.ts'
import { UsageError } from '../../client/usage-error.ts'
import type { Step } from '../../explore/action.ts'
import type { HookSettings } from '../../records/hook.ts'
import type { RecordLists } from '../../records/lists.ts'
import type { Role } from '../../records/roles.ts'
import type { SignupTexts } from '../../records/sign-ups.ts'
import { valueAt } from '../../verdict/claims.ts'
import type { Level } from '../../verdict/verdict.ts'
import { type Environment, load, type Tree } from './files.ts'
import { convertValue, readFlags } from './flags.ts'
import { settings, variableOf } from './settings.ts'
import { findViolation, type ValidationError } from './validate.ts'

/** config.schema.json describes each. */
export interface Config {
  target: {
    url: string
    headers: { [name: string]: string }
    cert?: string
    key?: string
    name?: string
    version?: string
    contact?: string
  }
  level: Level
  failOn: 'fail' | 'warn'
  auth: Transport & { adminKey?: string }
  signup: SignupTexts
  fixtures: RecordLists & { hook?: HookSettings }
  timeout: number
  patience: number
  jobs?: number
  rounds: number
  maxRequests: number
  keepAlive: boolean
  explore: number
  noExplore: boolean
  seed?: number
  /** Sequences that an earlier run kept: they are sent again in place of new ones. */
  sequences?: Step[][]
  without: Role[]
  stateless: boolean
  /** In the kit's own test: a scenario whose words differ from the model of the document is an error. */
  checksWords?: boolean
  allowUnverified: boolean
  baseline?: string
  only: string[]
  skip: string[]
  json: boolean
  reveal: boolean
  report?: string
}

const defaultFile = 'conformance.yaml'

/**
 * @param args without the command.
 * @param environment an empty variable counts as unset: a CI job passes secrets and inputs that may be missing.
 * @throws UsageError with a message of one line.
 */
export function readConfig(
  args: string[],
  environment: Environment,
): { config: Config; rest: string[]; flags: string[]; notes: string[] } {
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { values, positionals } = readFlags(args)
  const addresses = positionals.filter((word) => /^https?:/.test(word))
  if (addresses.length > 1) {
    throw new UsageError(`give one base address; these are ${addresses.length}: ${addresses.join(', ')}`)
  }
  const [url] = addresses
  const tree: Tree = {}
  const file =
    (values.config as string | undefined) ?? env.MC_CONFIG ?? (existsSync(defaultFile) ? defaultFile : undefined)
  if (file !== undefined) merge(tree, load(file, env))
  const fixtures = (values.fixtures as string | undefined) ?? env.MC_FIXTURES
  if (fixtures !== undefined) merge(tree, withFixturesKey(load(fixtures, env)))
  /** The flag or variable of each value, by path. */
  const sources = new Map<string, string>()
  const set = (path: string[], value: unknown, source?: string) => {
    merge(tree, path.reduceRight((inner, key) => ({ [key]: inner }), value) as Tree)
    if (source !== undefined) sources.set(path.join('.'), source)
  }
  for (const setting of settings) {
    const variable = variableOf(setting)
    const flag = values[setting.flag]
    const value = flag ?? env[variable]
    const source = flag === undefined ? variable : `--${setting.flag}`
    const inFile = valueAt(tree, setting.path.join('.'))
    if (value !== undefined) set(setting.path, convertValue(setting, value, source), source)
    else if (setting.kind === 'duration' && typeof inFile === 'string') {
      set(setting.path, convertValue(setting, inFile, `${file}: ${setting.path.join('.')}`))
    }
  }
  const address = url ?? env.MC_TARGET
  if (address !== undefined) set(['target', 'url'], address, url === undefined ? 'MC_TARGET' : 'the base address')

  const error = findViolation(tree) ?? validateHeaders(tree)
  if (error) {
    const errorFile = error.path[0] === 'fixtures' ? (fixtures ?? file) : file
    throw new UsageError(formatError(error, sources, errorFile))
  }
  const config = tree as unknown as Config
  config.target.url = (config.target.url ?? '').replace(/\/+$/, '')
  const rest = positionals.filter((word) => word !== url)
  return { config, rest, flags: Object.keys(values), notes: unknownVariables(env) }
}

/** Prefixes the message with the flag, the variable or the file that it is about. */
function formatError({ path, message }: ValidationError, sources: Map<string, string>, file = 'the configuration') {
  const key = path.join('.')
  const source = sources.get(key.replace(/\.\d+$/, ''))
  return source ? `${source} ${message}` : [`${file}:`, key, message].filter((part) => part !== '').join(' ')
}

function validateHeaders(tree: Tree): ValidationError | undefined {
  const { target, auth } = tree as unknown as Config
  const credentialHeaders = [auth.token.header, auth.admin.header].map((name) => name.toLowerCase())
  const taken = Object.keys(target.headers).find((name) => credentialHeaders.includes(name.toLowerCase()))
  return taken === undefined
    ? undefined
    : { path: ['target', 'headers'], message: `has ${taken}, which carries a credential` }
}

/** Messages about variables that look like settings but are not. */
function unknownVariables(env: Environment): string[] {
  const known = ['MC_CONFIG', 'MC_FIXTURES', 'MC_TARGET', ...settings.map(variableOf)]
  const unknown = Object.keys(env).filter((name) => name.startsWith('MC_') && !known.includes(name))
  return unknown.map((name) => `${name} is not a setting, and is ignored; --help lists the settings`)
}

/** The key may be left out of a file that has nothing else. */
const withFixturesKey = (tree: Tree): Tree => ('fixtures' in tree ? tree : { fixtures: tree })

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function merge(into: Tree, from: Tree): void {
  for (const [key, value] of Object.entries(from)) {
    const previous = into[key]
    if (isTree(previous) && isTree(value)) merge(previous, value)
    else into[key] = value
  }
}
