/** The common parts of operator commands: the commander program, the options --store and --json, and the command's context. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { commandLine } from '../help.ts'
import type { Schema } from '../store/sql/migrations.ts'
import type { Store } from '../store/store.ts'

/** Wrong usage ends with exit code 2; every other error with 1. */
export const UsageError = InvalidArgumentError

/** The process of a command. */
export interface Io {
  env: NodeJS.ProcessEnv
  stdin: AsyncIterable<Buffer | string> & { isTTY?: boolean }
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
  exitCode?: string | number | null | undefined
  /** Undefined if it does other work, too. */
  pid?: number
}

export interface CommandContext {
  env: Io['env']
  stdin: Io['stdin']
  stderr: Io['stderr']
  now(): Date
  /**
   * Opens the store of --store or STORE_URL; it is closed after the command. `isLong` waits without end for the database,
   * and lets other processes come first.
   * Only `migrate up` and a server migrate, so that a command undoes no step back and begins no upgrade.
   * @throws Error in one line if its file or its tables do not exist, unless the command creates stores.
   */
  open(options?: { url?: string; create?: boolean; isLong?: boolean }): Promise<Store>
  /** Hands over the schema of the same store. */
  useSchema<T>(use: (schema: Schema) => Promise<T>, options: { create: boolean }): Promise<T>
  /** Adds to the line of AUDIT_LOG what the arguments do not say. */
  audit(details: object): void
  /** Writes a line to stderr if it is a terminal. */
  progress(line: string): void
  /**
   * Prints the result: the object with --json, otherwise the text.
   * @param ifLost begins the error if it cannot be written; by default the command changed something.
   */
  print(json: object, text: string, ifLost?: string): void
}

/** Begins the error of a command that only read, and whose output cannot be written: nothing else is lost. */
export const lostOutput = 'the output'

export function createProgram({ stdout }: Pick<Io, 'stdout'>) {
  return new Command(commandLine)
    .usage('COMMAND')
    .description('Operator commands; each has its own --help.')
    .helpOption('--help', 'print this text')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void stdout.write(text), outputError: () => {} })
    .configureHelp({
      helpWidth: 118,
      optionDescription({ description, mandatory, argChoices, defaultValue }) {
        const choices = argChoices && `: ${argChoices.join(', ')}`
        const suffix = mandatory ? '; required' : defaultValue?.length ? `; ${defaultValue}` : ''
        return `${description}${choices ?? ''}${suffix}`
      },
    })
}

export type Program = ReturnType<typeof createProgram>

interface CommandText {
  name: string
  summary: string
  /** An example of the JSON output. */
  json: string
  /** An example of the arguments. */
  example?: string
  /** Describes --store of a command that does not use STORE_URL. */
  ownStore?: string
}

/** Adds a command with the options that all share. */
export function addCommand(program: Program, { name, summary, json, example = '', ownStore }: CommandText) {
  return program
    .command(name)
    .description(summary)
    .option('--store <URL>', ownStore ?? 'the store, as for the server; STORE_URL', text)
    .option('--json', `print one JSON object: ${json}`)
    .addHelpText(
      'after',
      `\n${ownStore ? 'For' : 'With STORE_URL set, for'} example:\n\n  ${commandLine.replace('run', 'run -s')} ${name} ${example}`.trimEnd(),
    )
}

/** Parses the value of an option or argument. */
export function text(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.')
  return value
}
