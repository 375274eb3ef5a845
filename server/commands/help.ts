/** What --help prints of the commands. */

import { common } from './arguments.ts'
import type { Command, Flag, Kind } from './command.ts'

/** All commands, a line for each. */
export function listCommands(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(([name, { argument, summary }]) => {
    return [argument ? `${name} ${argument.takes.shown}` : name, summary] as const
  })
  return `Operators say npm run server -- COMMAND; each tells more with --help:\n\n${table(lines)}`
}

export function explain(name: string, { summary, argument, flags, example, prints }: Command): string {
  const own: Record<string, Flag> = { ...flags, ...common, json: { about: `${common.json.about}: ${prints}` } }
  const usage = Object.entries({ ...flags, store: common.store, json: common.json }).map(([flag, entry]) => {
    const { required, multiple }: Flag = entry
    return `${required ? spell(flag, entry) : `[${spell(flag, entry)}]`}${multiple ? '...' : ''}`
  })
  const lines = Object.entries(own).map(([flag, entry]) => [spell(flag, entry), describe(entry)] as const)
  const first = argument ? [[argument.takes.shown, describe(argument)] as const] : []
  const words = [name, ...(argument ? [argument.takes.shown] : []), ...usage]
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.\n`,
    `${wrap('  npm run server -- ', words)}\n`,
    table([...first, ...lines]),
    'With STORE_URL set, for example:\n',
    `  npm run -s server -- ${name} ${example}`.trimEnd(),
    '',
  ].join('\n')
}

function spell(flag: string, { takes }: Flag): string {
  return takes ? `--${flag} ${takes.shown}` : `--${flag}`
}

function describe({ about, takes, usual }: { about: string; takes?: Kind; usual?: string }): string {
  const choices = takes?.choices?.join(', ').replace(/, (?=[^,]*$)/, ' or ')
  return `${about}${choices ? `: ${choices}` : ''}${usual ? `; ${usual}` : ''}`
}

function table(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}\n`).join('')
}

/** Puts words on lines that fit a terminal, each below the first one's first word. */
function wrap(start: string, words: string[]): string {
  const lines = [start.trimEnd()]
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < 96) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${' '.repeat(start.length)}${word}`)
  }
  return lines.join('\n')
}
