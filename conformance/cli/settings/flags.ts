/** Reads the flags of the command line, and converts the values of settings. */
import { parseArgs } from 'node:util'
import { UsageError } from '../../client/usage-error.ts'
import { type Setting, settings } from './settings.ts'

type FlagValue = string | boolean | string[]
export type Flags = { [flag: string]: FlagValue | undefined; config?: string; fixtures?: string }

/** @throws UsageError if a flag is unknown or lacks its value. */
export function readFlags(args: string[]): { values: Flags; positionals: string[] } {
  const options = Object.fromEntries(
    settings.map(({ flag, kind }) => [
      flag,
      {
        type: kind === 'switch' ? ('boolean' as const) : ('string' as const),
        multiple: kind === 'headers' || kind === 'list',
      },
    ]),
  )
  try {
    return parseArgs({
      args,
      options: { ...options, config: { type: 'string' }, fixtures: { type: 'string' } },
      allowPositionals: true,
    })
  } catch (error) {
    // The last of several lines says how to write a value that begins with a dash.
    throw new UsageError((error as Error).message.split('\n').at(-1)?.split('. ')[0])
  }
}

/**
 * Converts the text of a flag or variable to the type of its setting.
 * @throws UsageError that names the source if the text is invalid.
 */
export function convertValue({ kind }: Setting, value: FlagValue, source: string): unknown {
  if (kind === 'headers') return Object.fromEntries([value].flat().map((line) => readHeader(String(line), source)))
  // A list that is given twice is joined by commas.
  const text = String(value)
  if (kind === 'switch') {
    if (!/^(?:true|false|1|0)$/.test(text)) throw new UsageError(`${source} is true or false, not ${text}`)
    return text === 'true' || text === '1'
  }
  if (kind === 'list') return text.split(',').map((part) => part.trim())
  if (kind === 'text') return text
  if (kind === 'duration') return readDuration(text, source)
  if (text === '' || Number.isNaN(Number(text))) throw new UsageError(`${source} takes a number, not ${text}`)
  return Number(text)
}

/** In seconds. */
function readDuration(text: string, source: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(s|m)?$/.exec(text) ?? []
  if (number === undefined) throw new UsageError(`${source} takes a time, such as 90 or 2m, not ${text}`)
  return Number(number) * (unit === 'm' ? 60 : 1)
}

function readHeader(line: string, source: string): [name: string, value: string] {
  const [, name, value] = /^([^\s:]+):\s*(.+)$/.exec(line) ?? []
  if (!name || !value) throw new UsageError(`${source} takes 'NAME: VALUE'`)
  return [name, value]
}
