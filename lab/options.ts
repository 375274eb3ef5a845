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

/** @throws Error unless the text of a flag is a whole number from `least` on. */
export function readNumber(flag: string, text: string, least = 1): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`${flag} must be a whole number from ${least} on, not ${JSON.stringify(text)}`)
}
