/** Runs one operator command, from its arguments to its exit code. */
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { findMisspelt, textOf } from '../setting-text.ts'
import { checkStoreUrl, openStore, useSchema } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { addAccountCommands } from './accounts.ts'
import { type CommandContext, createProgram, type Io, UsageError } from './add-command.ts'
import { withAudit } from './audit.ts'
import { addInspectionCommands } from './inspection.ts'
import { addMaintenanceCommands } from './maintenance.ts'
import { addSessionCommands } from './sessions.ts'
import { addTransferCommands } from './transfer.ts'

/**
 * Wrong usage is reported in one line and ends with exit code 2.
 * @throws Error in one line if the command failed.
 */
export async function runOperatorCommand([name = '', ...args]: string[], io: Io): Promise<void> {
  const { program, printed, audited, close } = createOperatorProgram(io)
  const { commands } = program
  const command = commands.find((command) => command.name() === name)
  try {
    if (!command) {
      const names = commands.map((command) => command.name()).join(', ')
      throw new UsageError(`there is no command ${JSON.stringify(name)}; there are ${names}`)
    }
    if (args.includes('--help')) return command.outputHelp()
    checkFlags(command, args)
    const run = async () => {
      await command.parseAsync(args, { from: 'user' })
      return audited()
    }
    await withAudit(textOf('auditLog', {}, io.env), name, args, run)
    await printed()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    io.stderr.write(`${describeUsageError(error, command)}\n`)
    io.exitCode = 2
  } finally {
    await close()
  }
}

/** The list of all commands, for the server's help. */
export function listCommands(io: Io): string {
  // Options are listed in the help of each command.
  const { program } = createOperatorProgram(io)
  return program.configureHelp({ ...program.configureHelp(), visibleOptions: () => [] }).helpInformation()
}

function createOperatorProgram(io: Io) {
  let store: Store | undefined
  let options: { storeUrl: string; json: boolean } | undefined
  let printed: Promise<string | undefined> | undefined
  let audited: object | undefined
  const context: CommandContext = {
    env: io.env,
    stdin: io.stdin,
    stderr: io.stderr,
    now: () => new Date(),
    async open({ url, create, isLong } = {}) {
      const storeUrl = url ?? options?.storeUrl ?? ''
      if (!create) assertExists(storeUrl)
      store = await openStore(storeUrl, { isBounded: !isLong, migrates: create ? 'if empty' : 'never' })
      // A server on this machine comes first. Afterwards, since the thread that holds SQLite's lock must not wait.
      if (isLong && io.pid) setPriority(io.pid, constants.priority.PRIORITY_LOW)
      return store
    },
    async useSchema(use, { create }) {
      const { storeUrl } = options ?? { storeUrl: '' }
      if (!create) assertExists(storeUrl)
      return useSchema(storeUrl, use)
    },
    audit(details) {
      audited = details
    },
    progress: (line) => void (io.stderr.isTTY && io.stderr.write(`${line}\n`)),
    print(json, text, ifLost = 'the command was done: do not repeat it; but its output') {
      printed = new Promise((resolve) => {
        io.stdout.write(`${options?.json ? JSON.stringify(json) : text}\n`, (error) =>
          resolve(error ? `${ifLost} could not be written: ${error.message}` : undefined),
        )
      })
    },
  }
  const program = createProgram(io)
  addAccountCommands(program, context)
  addSessionCommands(program, context)
  addInspectionCommands(program, context)
  addMaintenanceCommands(program, context)
  addTransferCommands(program, context)
  program.hook('preAction', (_program, command) => {
    const { store: flag, json = false } = command.opts() as { store?: string; json?: boolean }
    // A drill must not touch the store of the environment.
    const storeUrl = command.name() === 'drill' ? flag : readStoreUrl(command.name(), flag, io.env)
    options = { storeUrl: storeUrl ?? '', json }
  })
  return {
    program,
    /** @throws Error in one line if the result could not be written. */
    async printed() {
      const error = await printed
      if (error) throw new Error(error)
    },
    audited: () => audited,
    close: async () => store?.close(),
  }
}

/** @throws UsageError for what commander accepts: repeated flags, and a flag as the value of another. */
function checkFlags({ options }: CommandUnknownOpts, args: string[]): void {
  const seen = new Set<string>()
  for (const [index, arg] of args.entries()) {
    if (arg === '--') return
    const [flag = '', value] = arg.split(/=(.*)/s, 2)
    const option = options.find(({ long }) => long === flag)
    if (!option) continue
    if (!option.required && value !== undefined) throw new UsageError(`${flag} takes no value`)
    if (option.required && value === undefined && /^-./.test(args[index + 1] ?? '')) {
      throw new UsageError(`${flag} needs a value; write one that starts with a dash as ${flag}=-…`)
    }
    if (seen.has(flag) && !Array.isArray(option.defaultValue))
      throw new UsageError(`${flag} is there twice; give it once`)
    seen.add(flag)
  }
}

/** The error in one line, with the unexpected argument, or the options that the command has. */
function describeUsageError({ code, message }: CommanderError, command: CommandUnknownOpts | undefined): string {
  const line = message.replace(/^error: /, '').replaceAll('\n', ' ')
  if (command && code === 'commander.excessArguments') {
    return `${command.name()} does not take ${JSON.stringify(command.args[command.registeredArguments.length])}`
  }
  if (!command || code !== 'commander.unknownOption') return line
  return `${line}; ${command.name()} takes ${command.options.map(({ long }) => long).join(', ')}, --help`
}

/** @throws Error in one line if the URL names a file that does not exist. */
function assertExists(url: string): void {
  checkStoreUrl(url)
  const path = /^(?:file|sqlite):(.+)$/.exec(url)?.[1]
  if (path && !existsSync(path)) throw new Error(`${path} does not exist; load, restore and the server create a store`)
}

function readStoreUrl(name: string, flag: string | undefined, env: NodeJS.ProcessEnv): string {
  const url = textOf('storeUrl', { store: flag }, env)
  if (!url) {
    throw new UsageError([`${name} needs a store: give --store URL, or set STORE_URL`, ...findMisspelt(env)].join('; '))
  }
  if (url === 'memory:') throw new UsageError(`memory: loses everything when ${name} ends; give a store that persists`)
  return url
}
