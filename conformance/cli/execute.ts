/** Runs the command that the arguments name, and turns errors into one line and an exit code. */
import { RequestLimitError } from '../client/exchange.ts'
import { UsageError } from '../client/usage-error.ts'
import { RecordError } from '../records/errors.ts'
import type { Terminal } from '../report/console.ts'
import { kit } from '../report/result.ts'
import { baselineCommand } from './baseline.ts'
import { compareCommand } from './compare.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { findUselessFlag, help } from './help.ts'
import { listCommand } from './list.ts'
import { UnusableTargetError } from './preflight/target.ts'
import { replayCommand } from './replay.ts'
import { exitCodes, runCommand } from './run.ts'
import { type Config, readConfig } from './settings/config.ts'
import { templateCommand } from './template.ts'

type Command = (config: Config, terminal: Terminal, id: string | undefined, args: string[]) => number | Promise<number>

const commands: { [name: string]: Command } = {
  run: runCommand,
  doctor: doctorCommand,
  list: listCommand,
  baseline: (config, terminal, file) => baselineCommand(file, config, terminal),
  compare: (_config, terminal, _id, files) => compareCommand(files, terminal),
  explain: (_, terminal, id) => explainCommand(id, terminal),
  replay: (config, terminal, id) => replayCommand(id, config, terminal),
  template: templateCommand,
}

/** Returns the exit code; never throws. */
export async function execute(
  args: string[],
  env: { [name: string]: string | undefined },
  terminal: Terminal,
): Promise<number> {
  try {
    const [first = ''] = args
    if (args.includes('--help') || args.includes('-h') || first === 'help') {
      terminal.out(help(first === 'help' ? args[1] : first))
      return exitCodes.conformant
    }
    if (args.includes('--version')) {
      terminal.out(`${kit.version}\n`)
      return exitCodes.conformant
    }
    const command = Object.hasOwn(commands, first) ? commands[first] : undefined
    const { config, rest, flags, notes } = readConfig(command ? args.slice(1) : args, env)
    for (const note of notes) terminal.err(`${note}\n`)
    const useless = command && findUselessFlag(first, flags)
    if (useless !== undefined) throw new UsageError(`${first} takes no --${useless}; see \`help ${first}\``)
    const most: { [command: string]: number } = { baseline: 1, compare: 2, explain: 1, replay: 1 }
    const [unexpected] = rest.slice(most[first] ?? 0)
    if (unexpected !== undefined) {
      const hint = /[.:]/.test(unexpected) ? 'an address begins with http:// or https://' : 'see --help'
      throw new UsageError(`unknown argument ${JSON.stringify(unexpected)}: ${hint}`)
    }
    return await (command ?? runCommand)(config, terminal, rest[0], rest)
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof RequestLimitError
    const isExpected = isUsage || error instanceof UnusableTargetError || error instanceof RecordError
    terminal.err(`${isExpected ? '' : 'the kit failed: '}${error instanceof Error ? error.message : String(error)}\n`)
    return isUsage ? exitCodes.usage : exitCodes.error
  }
}
