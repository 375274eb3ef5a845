/** The settings of a run, as config.schema.json describes them: each has a flag, an environment variable and a key in the file. */
import schema from '../../config.schema.json' with { type: 'json' }

export interface Setting {
  flag: string
  /** The path of its key in conformance.yaml. */
  path: string[]
  kind: 'text' | 'number' | 'duration' | 'switch' | 'list' | 'headers'
  /** The placeholder of the value and the description, for the help. */
  means: [placeholder: string, text: string]
}

interface Property {
  /** Such as `--level LEVEL`. */
  'x-flag'?: string
  type?: string | string[]
  default?: unknown
  description?: string
  properties?: { [name: string]: Property }
}
const kinds = { boolean: 'switch', number: 'number', integer: 'number', array: 'list', object: 'headers' } as const

function toSettings(property: Property, path: string[] = []): Setting[] {
  const { 'x-flag': usage, type = '', default: usual, description = '', properties = {} } = property
  if (usage === undefined) return Object.entries(properties).flatMap(([name, one]) => toSettings(one, [...path, name]))
  const [, flag = '', placeholder = ''] = /^--(\S+) ?(.*)$/.exec(usage) ?? []
  const kind = Array.isArray(type) ? 'duration' : (kinds[type as keyof typeof kinds] ?? 'text')
  const text = typeof usual === 'string' || typeof usual === 'number' ? `${description} Default: ${usual}` : description
  return [{ flag, path, kind, means: [placeholder, text] }]
}

export const settings: readonly Setting[] = toSettings({
  properties: { ...schema.properties, fixtures: schema.$defs.fixtures },
})

export function variableOf({ flag }: Pick<Setting, 'flag'>): string {
  return `MC_${flag.toUpperCase().replaceAll('-', '_')}`
}
