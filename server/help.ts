/** The server's help. */
import type { Setting } from './setting-parsers.ts'
import { settings } from './settings-table.ts'

/** How this program is called: from the repository, or installed. */
export const commandLine = import.meta.url.endsWith('.ts') ? 'npm run server --' : 'monitoring-server'

/** The texts about each setting, for the help and the guide. */
export function describeSettings(): Record<'flag' | 'variable' | 'meaning' | 'fallback', string>[] {
  return Object.values<Setting>(settings).flatMap(
    ({ flag, variable = '', meaning, isSecret, default: fallback = '', usually = fallback }) => {
      const row = { flag: flag ? `--${flag}` : '', variable, meaning, fallback: usually }
      const file = {
        flag: '',
        variable: `${variable}_FILE`,
        meaning: 'a regular file (not a pipe) that holds the above',
        fallback: '',
      }
      return isSecret ? [row, file] : [row]
    },
  )
}

/** The widths of the columns, in characters. */
const [nameWidth, textWidth] = [40, 78]

const rows = [
  ...describeSettings(),
  { flag: '--help', variable: '', meaning: 'print this text', fallback: '' },
  { flag: '--version', variable: '', meaning: 'print the version', fallback: '' },
]

function formatRow({ flag, variable, meaning, fallback }: (typeof rows)[number]): string {
  const name = `  ${[flag, variable].filter(Boolean).join(', ')}`
  const text = `${meaning}${fallback && `; ${fallback}`}`.replaceAll('`', '')
  // As many words as fit on a line.
  const lines = text.match(new RegExp(`\\S.{0,${textWidth - 1}}(?=\\s|$)`, 'g')) ?? []
  return name.padEnd(nameWidth) + lines.join(`\n${' '.repeat(nameWidth)}`)
}

export const help = `Runs the reference server.

  ${commandLine} [FLAG]...

A flag takes precedence over its environment variable; after the semicolon is the default.

${rows.map(formatRow).join('\n')}
`
