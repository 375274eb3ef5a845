/** What an operator command is: its name's entry in the table, from which help and dispatch both come. */
import type { Store } from '../store/store.ts'

/** Wrong usage, which ends with exit code 2; what could not be done ends with 1. */
export class UsageError extends Error {}

/** What an argument or a flag takes. */
export interface Kind<Value = unknown> {
  /** Stands for a value in the help, such as `ID`. */
  shown: string
  /** What a value must be, such as `a day, YYYY-MM-DD`. */
  must: string
  /** All values, if they can be listed. */
  choices?: readonly string[]
  /** The value, or undefined if the text is none. */
  read(text: string): Value | undefined
}

export interface Flag {
  about: string
  /** Without it, the flag is one that is there or not. */
  takes?: Kind
  required?: boolean
  multiple?: boolean
  /** The value if none is given. */
  usual?: string
}

export interface Outcome {
  /** What programs get with --json. */
  json: object
  /** What people read. */
  text: string
}

export interface Tools {
  /** Opens the store that was asked for, which may bring its tables to newer versions; it is closed afterwards. */
  open(migrated?: (versions: string[]) => void): Promise<Store>
  now(): Date
  stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean }
  /** Says, to a person only, what may take long. */
  tell(line: string): void
}

export interface Command {
  summary: string
  argument?: { about: string; takes: Kind }
  flags: Record<string, Flag>
  /** What follows the command in its example. */
  example: string
  /** Whether it makes a store where there is none; otherwise a mistyped URL is told. */
  makesStore?: true
  /** What --json prints, for the help. */
  prints: string
  run(input: { argument: unknown; flags: Record<string, unknown> }, tools: Tools): Promise<Outcome>
}

type ValueOf<F> = F extends { takes: Kind<infer Value> }
  ? F extends { multiple: true }
    ? Value[]
    : F extends { required: true } | { usual: string }
      ? Value
      : Value | undefined
  : boolean

/** Defines a command whose `run` gets what its flags say. */
export function command<const Flags extends Record<string, Flag>, Argument = undefined>(
  definition: Omit<Command, 'flags' | 'argument' | 'run'> & {
    argument?: { about: string; takes: Kind<Argument> }
    flags: Flags
    run(input: { argument: Argument; flags: { [F in keyof Flags]: ValueOf<Flags[F]> } }, tools: Tools): Promise<Outcome>
  },
): Command {
  return definition as unknown as Command
}
