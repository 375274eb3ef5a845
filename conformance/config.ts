/** Puts together one configuration: flags win over the environment, the environment over the file. */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { load as parse } from 'js-yaml'
import type { Transport } from './callers.ts'
import schema from './config.schema.json' with { type: 'json' }
import { type Setting, settings, variableOf } from './settings.ts'
import type { HookSettings } from './states/hook.ts'
import type { Lists } from './states/lists.ts'
import type { Role } from './states/provider.ts'
import type { SignupTexts } from './states/supply.ts'
import type { Level } from './verdict.ts'

export interface Config {
  target: { url: string; name?: string; version?: string; contact?: string }
  level: Level
  auth: Transport & { adminKey?: string }
  signup: SignupTexts
  fixtures: Lists & { hook?: HookSettings }
  /** In seconds. */
  timeout: number
  /** In seconds. */
  patience: number
  jobs: number
  rounds: number
  through: 'http' | 'sdk'
  /** Roles that the implementation does not have. */
  without: Role[]
  /** The target keeps nothing, as a mock: only the first call of each check is judged. */
  stateless: boolean
  allowUnverified: boolean
  baseline?: string
  only: string[]
  skip: string[]
  report?: string
}

/** Something is wrong with how the kit was called. */
export class UsageError extends Error {}

const usual = {
  target: {},
  level: 'documented',
  auth: {
    token: { header: 'Authorization', value: 'Bearer {token}' },
    admin: { header: 'X-Admin-Api-Key', value: '{key}' },
  },
  // Upper and lower case, digits and a sign: enough for the stricter rules that an implementation may have.
  signup: { email: 'conformance-{unique}@example.com', password: 'Kx7-{random}' },
  fixtures: {},
  timeout: 10,
  patience: 6,
  jobs: 4,
  rounds: 3,
  through: 'http',
  without: [],
  stateless: false,
  allowUnverified: false,
  only: [],
  skip: [],
}

type Tree = { [key: string]: unknown }
type Environment = { [name: string]: string | undefined }

/**
 * Reads a configuration from arguments (without the command), environment and file.
 * @throws UsageError in one line.
 */
export function readConfig(args: string[], env: Environment): { config: Config; rest: string[] } {
  const { values, positionals } = readFlags(args)
  const url = positionals.find((word) => /^https?:/.test(word))
  const tree: Tree = structuredClone(usual)
  merge(tree, readFile(values.config ?? env.MC_CONFIG, env))
  const fixtures = values.fixtures ?? env.MC_FIXTURES
  if (fixtures !== undefined) merge(tree, { fixtures: load(fixtures, env) })
  for (const setting of settings) {
    const text = values[setting.flag] ?? env[variableOf(setting)]
    if (text !== undefined) put(tree, setting.path, convert(setting, text))
  }
  const target = url ?? env.MC_TARGET
  if (target !== undefined) put(tree, ['target', 'url'], target)
  check(tree)
  const config = tree as unknown as Config
  config.target.url = (config.target.url ?? '').replace(/\/+$/, '')
  return { config, rest: positionals.filter((word) => word !== url) }
}

function readFlags(args: string[]): {
  values: { [flag: string]: string | boolean | undefined } & Files
  positionals: string[]
} {
  const options = Object.fromEntries(
    settings.map(({ flag, kind }) => [flag, { type: kind === 'switch' ? 'boolean' : 'string' } as const]),
  )
  const files = { config: { type: 'string' }, fixtures: { type: 'string' } } as const
  try {
    return parseArgs({ args, options: { ...options, ...files }, allowPositionals: true }) as never
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0])
  }
}

interface Files {
  config?: string
  fixtures?: string
}

const usualFile = 'conformance.yaml'

function readFile(named: string | undefined, env: Environment): Tree {
  if (named === undefined && !existsSync(usualFile)) return {}
  return load(named ?? usualFile, env)
}

/** A YAML or JSON file, each ${NAME} replaced by the environment variable. */
function load(file: string, env: Environment): Tree {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${file} holds no keys`)
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? fill(part, file, env) : part))
}

function fill(text: string, file: string, env: Environment): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined) throw new UsageError(`${file} speaks of \${${name}}, which is not set`)
    return value
  })
}

function convert({ flag, kind }: Setting, given: string | boolean): unknown {
  if (kind === 'switch') return given === true || given === 'true' || given === '1'
  const text = String(given)
  if (kind === 'list') return text.split(',').map((part) => part.trim())
  if (kind === 'text') return text
  if (text === '' || Number.isNaN(Number(text))) throw new UsageError(`--${flag} takes a number, not ${text}`)
  return Number(text)
}

function merge(into: Tree, from: Tree): void {
  for (const [key, value] of Object.entries(from)) {
    const old = into[key]
    const isTree = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part)
    if (isTree(old) && isTree(value)) merge(old as Tree, value as Tree)
    else into[key] = value
  }
}

function put(tree: Tree, [key, ...deeper]: string[], value: unknown): void {
  if (key === undefined) return
  if (deeper.length === 0) tree[key] = value
  else {
    tree[key] ??= {}
    put(tree[key] as Tree, deeper, value)
  }
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const validate = ajv.compile(schema)

function check(tree: Tree): void {
  if (validate(tree)) return
  const [error] = validate.errors ?? []
  const where = error?.instancePath.slice(1).replaceAll('/', '.') || 'the configuration'
  const extra = error?.params.additionalProperty ?? error?.params.allowedValues?.join(' or ')
  throw new UsageError(`${where} ${error?.message}${extra === undefined ? '' : `: ${extra}`}`)
}
