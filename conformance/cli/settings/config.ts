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
import { convertValue, type Flags, readFlags } from './flags.ts'
import { settings, variableOf } from './settings.ts'
import { completeConfig, type ValidationError } from './validate.ts'

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

export interface ReadConfig {
  config: Config
  /** The words of the command line that are neither flags nor the base address. */
  rest: string[]
  /** The names of the flags that are given. */
  flags: string[]
  notes: string[]
}

/**
 * @param args without the command.
 * @param environment an empty variable counts as unset: a CI job passes secrets and inputs that may be missing.
 * @throws UsageError with a message of one line.
 */
export function readConfig(args: string[], environment: Environment): ReadConfig {
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { values: flags, positionals } = readFlags(args)
  const url = findAddress(positionals)
  const file = flags.config ?? env.MC_CONFIG ?? (existsSync(defaultFile) ? defaultFile : undefined)
  const fixturesFile = flags.fixtures ?? env.MC_FIXTURES
  const tree: Tree = {}
  if (file !== undefined) merge(tree, convertTexts(load(file, env), file))
  if (fixturesFile !== undefined) merge(tree, withFixturesKey(load(fixturesFile, env)))
  const given = givenValues(flags, env, url)
  for (const { path, value } of given) merge(tree, atPath(path, value))
  const error = completeConfig(tree) ?? findTakenHeader(tree)
  if (error)
    throw new UsageError(formatError(error, given, error.path[0] === 'fixtures' ? (fixturesFile ?? file) : file))
  const config = tree as unknown as Config
  config.target.url = (config.target.url ?? '').replace(/\/+$/, '')
  const rest = positionals.filter((word) => word !== url)
  return { config, rest, flags: Object.keys(flags), notes: unknownVariables(env) }
}

function findAddress(words: string[]): string | undefined {
  const addresses = words.filter((word) => /^https?:/.test(word))
  if (addresses.length > 1)
    throw new UsageError(`give one base address; these are ${addresses.length}: ${addresses.join(', ')}`)
  return addresses[0]
}

/** The value of a flag or an environment variable. */
interface GivenValue {
  path: string[]
  value: unknown
  /** The flag or the variable, for messages. */
  source: string
}

/** A flag overrides its variable. */
function givenValues(flags: Flags, env: Environment, url: string | undefined): GivenValue[] {
  const ofSettings = settings.flatMap((setting): GivenValue[] => {
    const [flag, variable] = [flags[setting.flag], variableOf(setting)]
    const source = flag === undefined ? variable : `--${setting.flag}`
    const value = flag ?? env[variable]
    return value === undefined ? [] : [{ path: setting.path, value: convertValue(setting, value, source), source }]
  })
  const address = url ?? env.MC_TARGET
  const source = url === undefined ? 'MC_TARGET' : 'the base address'
  return address === undefined ? ofSettings : [...ofSettings, { path: ['target', 'url'], value: address, source }]
}

/** A time in a file may have a unit, as that of a flag. */
function convertTexts(tree: Tree, file: string): Tree {
  for (const setting of settings.filter(({ kind }) => kind === 'duration')) {
    const key = setting.path.join('.')
    const text = valueAt(tree, key)
    if (typeof text === 'string') merge(tree, atPath(setting.path, convertValue(setting, text, `${file}: ${key}`)))
  }
  return tree
}

const atPath = (path: string[], value: unknown): Tree =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value) as Tree

/** Prefixes the message with the flag, the variable or the file that it is about. */
function formatError({ path, message }: ValidationError, given: GivenValue[], file = 'the configuration'): string {
  const key = path.join('.')
  const source = given.find((one) => one.path.join('.') === key.replace(/\.\d+$/, ''))?.source
  return source ? `${source} ${message}` : [`${file}:`, key, message].filter((part) => part !== '').join(' ')
}

/** A header that is sent with each request must not be that of a credential. */
function findTakenHeader(tree: Tree): ValidationError | undefined {
  const { target, auth } = tree as unknown as Config
  const credentialHeaders = [auth.token.header, auth.admin.header].map((name) => name.toLowerCase())
  const taken = Object.keys(target.headers).find((name) => credentialHeaders.includes(name.toLowerCase()))
  if (taken === undefined) return undefined
  return { path: ['target', 'headers'], message: `has ${taken}, which carries a credential` }
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
