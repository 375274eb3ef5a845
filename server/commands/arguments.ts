/** Reads a command's arguments, and says in one line what is wrong with them. */
import { parseArgs } from 'node:util'
import { type Command, type Flag, type Kind, UsageError } from './command.ts'

/** What every command takes beside its own flags. */
export const common = {
  store: {
    about: 'the store, as the server takes it; STORE_URL',
    takes: { shown: 'URL', must: 'the URL of a store', read: (given: string) => given || undefined },
  },
  json: { about: 'print one JSON object' },
  help: { about: 'print this text' },
} satisfies Record<string, Flag>

export interface Input {
  argument: unknown
  flags: Record<string, unknown>
}

/** @throws UsageError */
export function readArguments(name: string, command: Command, args: string[]): Input {
  const known: Record<string, Flag> = { ...command.flags, ...common }
  const { values, positionals, tokens } = parse(name, known, args)
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = given.find((flag, at) => !known[flag]?.multiple && given.indexOf(flag) < at)
  if (twice) throw new UsageError(`--${twice} is there twice; give it once`)
  const flags = Object.entries(known).map(([flag, { takes, multiple, required, usual }]) => {
    const texts = [(values as Record<string, unknown>)[flag] ?? usual ?? []].flat()
    if (!takes) return [flag, texts.length > 0]
    if (required && texts.length === 0) throw new UsageError(`${name} needs --${flag} ${takes.shown}`)
    const read = texts.map((text) => readValue(`--${flag}`, takes, String(text)))
    return [flag, multiple ? read : read[0]]
  })
  return { argument: readArgument(name, command, positionals), flags: Object.fromEntries(flags) }
}

function parse(name: string, known: Record<string, Flag>, args: string[]) {
  const options = Object.entries(known).map(([flag, { takes, multiple = false }]) => {
    return [flag, { type: takes ? ('string' as const) : ('boolean' as const), multiple }]
  })
  try {
    return parseArgs({ args, options: Object.fromEntries(options), allowPositionals: true, tokens: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const flag = /'(?:-\w, )?(-[^\s'=]*)/.exec(message)?.[1]
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const all = Object.keys(known).map((flag) => `--${flag}`)
      throw new UsageError(`${name} has no flag ${flag}, but ${all.join(', ')}`)
    }
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error
    if (message.includes('does not take')) throw new UsageError(`${flag} takes no value`)
    throw new UsageError(`${flag} needs a value; one that starts with a dash is written ${flag}=-…`)
  }
}

function readArgument(name: string, { argument }: Command, positionals: string[]): unknown {
  const [first, second] = positionals
  const odd = argument ? second : first
  if (odd !== undefined) throw new UsageError(`${name} does not know what to do with ${JSON.stringify(odd)}`)
  if (!argument) return undefined
  if (first === undefined) throw new UsageError(`${name} needs ${argument.takes.shown}`)
  return readValue(argument.takes.shown, argument.takes, first)
}

function readValue(name: string, { must, read }: Kind, text: string): unknown {
  const value = read(text)
  if (value === undefined) throw new UsageError(`${name} must be ${must}, not ${JSON.stringify(text)}`)
  return value
}
