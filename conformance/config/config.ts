/** Puts together one configuration: flags win over the environment, the environment over the file. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Level } from '../assess/verdict.ts'
import type { Transport } from '../client/callers.ts'
import type { HookSettings } from '../fixtures/hook.ts'
import type { FixtureLists } from '../fixtures/lists.ts'
import type { SignupTexts } from '../fixtures/pool.ts'
import type { Role } from '../fixtures/provider.ts'
import { type Environment, load, loadFixtures, type Tree } from './files.ts'
import { type Setting, settings, variableOf } from './settings.ts'
import { UsageError } from './usage-error.ts'
import { findViolation, type ValidationError } from './validate.ts'

export interface Config {
  /** The headers are sent with each request. */
  target: { url: string; headers: { [name: string]: string }; name?: string; version?: string; contact?: string }
  level: Level
  auth: Transport & { adminKey?: string }
  signup: SignupTexts
  fixtures: FixtureLists & { hook?: HookSettings }
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
  /** Print report.json, and nothing else. */
  json: boolean
  report?: string
}

export { UsageError }

const usual = {
  target: { headers: {} },
  level: 'documented',
  auth: {
    token: { header: 'Authorization', value: 'Bearer {token}' },
    admin: { header: 'X-Admin-Api-Key', value: '{key}' },
  },
  // Upper and lower case, digits and a sign: enough for the stricter rules that an implementation may have.
  signup: { email: 'conformance-{unique}@example.com', password: 'Kx7!-{random}' },
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
  json: false,
}

/**
 * Reads a configuration from arguments (without the command), environment and file.
 * @throws UsageError in one line.
 */
export function readConfig(args: string[], env: Environment): { config: Config; rest: string[]; notes: string[] } {
  const { values, positionals } = readFlags(args)
  const url = positionals.find((word) => /^https?:/.test(word))
  const tree: Tree = structuredClone(usual)
  const file = (values.config as string | undefined) ?? env.MC_CONFIG ?? (existsSync(usualFile) ? usualFile : undefined)
  if (file !== undefined) merge(tree, load(file, env))
  const fixtures = (values.fixtures as string | undefined) ?? env.MC_FIXTURES
  if (fixtures !== undefined) merge(tree, { fixtures: loadFixtures(fixtures, env) })
  /** What the value at a path was given as. */
  const sources = new Map<string, string>()
  const take = (path: string[], value: unknown, source: string) => {
    put(tree, path, value)
    sources.set(path.join('.'), source)
  }
  for (const setting of settings) {
    const variable = variableOf(setting)
    const flagged = values[setting.flag]
    const given = flagged ?? env[variable]
    const source = flagged === undefined ? variable : `--${setting.flag}`
    if (given !== undefined) take(setting.path, convert(setting, given, source), source)
  }
  if (url !== undefined) take(['target', 'url'], url, 'the base address')
  else if (env.MC_TARGET !== undefined) take(['target', 'url'], env.MC_TARGET, 'MC_TARGET')

  const complaint = findViolation(tree) ?? complaintOfTarget(tree)
  if (complaint)
    throw new UsageError(formatError(complaint, sources, complaint.path[0] === 'fixtures' ? (fixtures ?? file) : file))
  const config = tree as unknown as Config
  config.target.url = (config.target.url ?? '').replace(/\/+$/, '')
  return { config, rest: positionals.filter((word) => word !== url), notes: unknownVariables(env) }
}

/** A complaint with the flag, the variable or the file that it is about. */
function formatError(
  { path, message }: ValidationError,
  sources: Map<string, string>,
  file = 'the configuration',
): string {
  const where = path.join('.')
  const source = sources.get(where)
  return source ? `${source} ${message}` : [`${file}:`, where, message].filter((part) => part !== '').join(' ')
}

function complaintOfTarget(tree: Tree): ValidationError | undefined {
  const { target, auth } = tree as unknown as Config
  const path = ['target', 'url']
  if (target.url === undefined) return undefined
  const { protocol, search, hash, username, password } = new URL(target.url)
  if (!/^https?:$/.test(protocol)) return { path, message: `begins with http:// or https://, not ${protocol}` }
  if (search + hash !== '') return { path, message: `has nothing behind its path; leave out ${search}${hash}` }
  if (username + password !== '')
    return { path, message: 'has neither a name nor a password in it; --header sends them' }
  const own = [auth.token.header, auth.admin.header].map((name) => name.toLowerCase())
  const taken = Object.keys(target.headers).find((name) => own.includes(name.toLowerCase()))
  return taken === undefined
    ? undefined
    : { path: ['target', 'headers'], message: `has ${taken}, in which a credential travels` }
}

/** Variables that look like ours, and are none. */
function unknownVariables(env: Environment): string[] {
  const own = ['MC_CONFIG', 'MC_FIXTURES', 'MC_TARGET', ...settings.map(variableOf)]
  const others = Object.keys(env).filter((name) => name.startsWith('MC_') && !own.includes(name))
  return others.map((name) => `${name} is no setting, and is not read; --help tells how settings are named`)
}

function readFlags(args: string[]): {
  values: { [flag: string]: string | boolean | string[] | undefined }
  positionals: string[]
} {
  const options = Object.fromEntries(
    settings.map(({ flag, kind }) => [
      flag,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const), multiple: kind === 'headers' },
    ]),
  )
  const files = { config: { type: 'string' }, fixtures: { type: 'string' } } as const
  // What begins with a dash and a digit is a number, no flag.
  const joined = args
    .join('\0')
    .replace(/(^|\0)(--[\w-]+)\0(-\d)/g, '$1$2=$3')
    .split('\0')
  try {
    return parseArgs({
      args: args.length === 0 ? [] : joined,
      options: { ...options, ...files },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}

const usualFile = 'conformance.yaml'

function convert({ kind }: Setting, given: string | boolean | string[], source: string): unknown {
  if (kind === 'switch') return given === true || given === 'true' || given === '1'
  if (kind === 'headers') return Object.fromEntries([given].flat().map((line) => readHeader(String(line), source)))
  const text = String(given)
  if (kind === 'list') return text.split(',').map((part) => part.trim())
  if (kind === 'text') return text
  if (text === '' || Number.isNaN(Number(text))) throw new UsageError(`${source} takes a number, not ${text}`)
  return Number(text)
}

function readHeader(line: string, source: string): [name: string, value: string] {
  const [, name, value] = /^([^\s:]+):\s*(.+)$/.exec(line) ?? []
  if (!name || !value) throw new UsageError(`${source} takes 'NAME: VALUE'`)
  return [name, value]
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
