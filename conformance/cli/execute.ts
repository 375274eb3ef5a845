/** Finds the command that is meant, and turns what goes wrong into one line and an exit code. */
import { readConfig } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { FixtureError } from '../fixtures/provider.ts'
import { UnusableTargetError } from '../preflight/preflight.ts'
import type { Terminal } from '../report/console.ts'
import { kit } from '../report/result.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { help } from './help.ts'
import { listCommand } from './list.ts'
import { replayCommand } from './replay.ts'
import { exitCodes, runCommand } from './run.ts'
import { templateCommand } from './template.ts'

const commands = ['run', 'doctor', 'list', 'explain', 'replay', 'template'] as const
type Command = (typeof commands)[number]

/** Returns the exit code; never throws. */
export async function execute(
  args: string[],
  env: { [name: string]: string | undefined },
  terminal: Terminal,
): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
      terminal.out(help())
      return exitCodes.conformant
    }
    if (args.includes('--version')) {
      terminal.out(`${kit.version}\n`)
      return exitCodes.conformant
    }
    const isNamed = commands.includes(args[0] as Command)
    const command = isNamed ? (args[0] as Command) : 'run'
    const { config, rest, notes } = readConfig(isNamed ? args.slice(1) : args, env)
    for (const note of notes) terminal.err(`${note}\n`)
    const takesName = command === 'explain' || command === 'replay'
    const [odd] = rest.slice(takesName ? 1 : 0)
    if (odd !== undefined) {
      const isAddress = /[.:]/.test(odd)
      throw new UsageError(
        `what is ${JSON.stringify(odd)}? ${isAddress ? 'an address begins with http:// or https://' : 'see --help'}`,
      )
    }
    if (command === 'list') return listCommand(config, terminal)
    if (command === 'explain') return explainCommand(rest[0], terminal)
    if (command === 'doctor') return await doctorCommand(config, terminal)
    if (command === 'replay') return await replayCommand(rest[0], config, terminal)
    if (command === 'template') return await templateCommand(config, terminal)
    return await runCommand(config, terminal)
  } catch (error) {
    const isForeseen = [UsageError, UnusableTargetError, FixtureError].some((kind) => error instanceof kind)
    terminal.err(`${isForeseen ? '' : 'the kit failed: '}${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.error
  }
}
