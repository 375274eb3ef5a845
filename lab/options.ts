/** Reads the options of the lab's commands. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * Prints the help and exits if the arguments ask for it.
 * @param known the names that the command takes beside its options, or 'any text'
 * @throws Error for an unknown option or name.
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
  known: readonly string[] | 'any text' = [],
) {
  if (process.argv.includes('--help')) {
    process.stdout.write(help)
    process.exit()
  }
  const { values, positionals } = parseArgs({ options, allowPositionals: known.length > 0 })
  const names: string[] = positionals
  const unknown = names.find((name) => known !== 'any text' && !known.includes(name))
  if (unknown !== undefined && known !== 'any text')
    throw new Error(`there is no ${unknown}; there are ${known.join(', ')}`)
  return { values, names }
}
