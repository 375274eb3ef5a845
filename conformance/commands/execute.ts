/** Finds the command that is meant, and turns what goes wrong into one line and an exit code. */
import { readConfig, UsageError } from '../config.ts'
import { Unreachable } from '../preflight.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { help } from './help.ts'
import { listCommand } from './list.ts'
import { replayCommand } from './replay.ts'
import { exitCodes, runCommand } from './run.ts'
import type { Terminal } from './terminal.ts'

const commands = ['run', 'doctor', 'list', 'explain', 'replay'] as const
type Command = (typeof commands)[number]

/** Returns the exit code; never throws. */
export async function execute(
  args: string[],
  env: { [name: string]: string | undefined },
  terminal: Terminal,
): Promise<number> {
  try {
    if (args.includes('--help') || args[0] === 'help') {
      terminal.out(help())
      return exitCodes.conformant
    }
    if (args[0] === 'self-test') {
      // Nobody else needs the faulty implementations.
      const { selfTestCommand } = await import('./self-test.ts')
      return await selfTestCommand(args.slice(1), terminal)
    }
    const isNamed = commands.includes(args[0] as Command)
    const command = isNamed ? (args[0] as Command) : 'run'
    const { config, rest } = readConfig(isNamed ? args.slice(1) : args, env)
    const takesName = command === 'explain' || command === 'replay'
    if (rest.length > (takesName ? 1 : 0)) throw new UsageError(`what is ${JSON.stringify(rest[0])}? see --help`)
    if (command === 'list') return listCommand(config, terminal)
    if (command === 'explain') return explainCommand(rest[0], terminal)
    if (command === 'doctor') return await doctorCommand(config, terminal)
    if (command === 'replay') return await replayCommand(rest[0], config, terminal)
    return await runCommand(config, terminal)
  } catch (error) {
    const isForeseen = error instanceof UsageError || error instanceof Unreachable
    terminal.err(`${isForeseen ? '' : 'the kit failed: '}${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.error
  }
}
