/** Reads the options of the lab's commands. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * Prints the help and exits if the arguments ask for it.
 * @throws Error for an unknown option.
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
  allowPositionals = false,
) {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
    process.exit()
  }
  const { values, positionals } = parseArgs({ options, allowPositionals })
  return { values, positionals: positionals as string[] }
}
