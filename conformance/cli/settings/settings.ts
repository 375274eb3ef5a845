/** The settings of a run: each has a flag, an environment variable and a key in the configuration file, whose schema describes it. */
import schema from '../../config.schema.json' with { type: 'json' }

export interface Setting {
  flag: string
  /** The path of its key in conformance.yaml. */
  path: string[]
  kind: 'text' | 'number' | 'duration' | 'switch' | 'list' | 'headers'
  /** The placeholder of the value and the description, for the help. */
  means: [placeholder: string, text: string]
}

const table: [flag: string, path: string, placeholder?: string][] = [
  ['level', 'level', 'LEVEL'],
  ['fail-on', 'failOn', 'SEVERITY'],
  ['admin-key', 'auth.adminKey', 'KEY'],
  ['admin-header', 'auth.admin.header', 'NAME'],
  ['admin-value', 'auth.admin.value', 'TEXT'],
  ['token-header', 'auth.token.header', 'NAME'],
  ['token-value', 'auth.token.value', 'TEXT'],
  ['header', 'target.headers', "'NAME: VALUE'"],
  ['cert', 'target.cert', 'FILE'],
  ['key', 'target.key', 'FILE'],
  ['signup-email', 'signup.email', 'TEXT'],
  ['signup-password', 'signup.password', 'TEXT'],
  ['hook', 'fixtures.hook.url', 'URL'],
  ['hook-secret', 'fixtures.hook.secret', 'TEXT'],
  ['timeout', 'timeout', 'SECONDS'],
  ['patience', 'patience', 'SECONDS'],
  ['jobs', 'jobs', 'N'],
  ['rounds', 'rounds', 'N'],
  ['max-requests', 'maxRequests', 'N'],
  ['keep-alive', 'keepAlive'],
  ['explore', 'explore', 'TIME'],
  ['no-explore', 'noExplore'],
  ['seed', 'seed', 'N'],
  ['without', 'without', 'oauthUser'],
  ['stateless', 'stateless'],
  ['only', 'only', 'A,B'],
  ['skip', 'skip', 'A,B'],
  ['allow-unverified', 'allowUnverified'],
  ['baseline', 'baseline', 'FILE'],
  ['json', 'json'],
  ['report', 'report', 'DIR'],
  ['reveal', 'reveal'],
  ['target-name', 'target.name', 'TEXT'],
  ['target-version', 'target.version', 'TEXT'],
  ['target-contact', 'target.contact', 'TEXT'],
]

interface Property {
  type?: string | string[]
  default?: unknown
  description?: string
  properties?: { [name: string]: Property }
}
const kinds = { boolean: 'switch', number: 'number', integer: 'number', array: 'list', object: 'headers' } as const

function toSetting([flag, key, placeholder = '']: (typeof table)[number]): Setting {
  const path = key.split('.')
  const root: Property = { properties: { ...schema.properties, fixtures: schema.$defs.fixtures } }
  const { type = '', default: usual, description = '' } = path.reduce((at, name) => at.properties?.[name] ?? {}, root)
  const kind = Array.isArray(type) ? 'duration' : (kinds[type as keyof typeof kinds] ?? 'text')
  const text = typeof usual === 'string' || typeof usual === 'number' ? `${description} Default: ${usual}` : description
  return { flag, path, kind, means: [placeholder, text] }
}

export const settings: readonly Setting[] = table.map(toSetting)

/** The environment variable of a setting. */
export function variableOf({ flag }: Pick<Setting, 'flag'>): string {
  return `MC_${flag.toUpperCase().replaceAll('-', '_')}`
}
