/** Command lines that can be pasted: each secret is an environment variable, which a file of its own sets. */
import type { Secrets } from '../client/redact.ts'
import type { Result } from './result.ts'

/** The environment variable of a redacted secret. */
function variableOf(label: string): string {
  return `KIT_${label.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
}

/** Replaces the label of each secret in a command line, which is in single quotes. */
export function withVariables(curl: string): string {
  return curl.replace(/«([^»]+)»/g, (_, label: string) => `'"$${variableOf(label)}"'`)
}

/** Replaces the variables of a text by the secrets. */
export function reveal(text: string, secrets: Secrets): string {
  const values = new Map(secrets.list().map(({ label, value }) => [variableOf(label), escapeQuotes(value)]))
  return text.replace(/'"\$(KIT_\w+)"'/g, (variable, name: string) => values.get(name) ?? variable)
}

/** A shell script that sets the variables of all command lines of a result. */
export function renderSecrets({ target, checks }: Result, secrets: Secrets): string {
  const lines = JSON.stringify(checks.map(({ steps }) => steps.map(({ curl }) => curl)))
  const used = new Set(lines.match(/KIT_\w+/g))
  const set = secrets
    .list()
    .map(({ label, value }) => ({ name: variableOf(label), value }))
    .filter(({ name }) => used.has(name))
  return [formatBase({ target }), ...set.map(({ name, value }) => formatVariable(name, value))]
    .map((line) => `export ${line}`)
    .join('')
}

export function formatBase({ target }: Pick<Result, 'target'>): string {
  return formatVariable('BASE', target.url)
}

function formatVariable(name: string, value: string): string {
  return `${name}='${escapeQuotes(value)}'\n`
}

function escapeQuotes(text: string): string {
  return text.replaceAll("'", `'\\''`)
}

const longestLine = 195

/** Breaks a command line between its options, so that it can still be pasted; a part that is too long is cut. */
export function wrapCurl(line: string, indent: string): string {
  if (line.length <= longestLine) return line
  const parts = line.replace(
    /('[^']*'|"[^"]*"|\\.)| (?=(?:-H|--data-raw|--data-binary) )/gs,
    (_, quoted) => quoted ?? '\0',
  )
  return parts
    .split('\0')
    .map((part, index) => cutCommand(index === 0 ? part : `${indent}${part}`))
    .join(' \\\n')
}

/** Cuts a command line so that it does not end between quotes, where a shell would wait for more. */
export function cutCommand(line: string, length = longestLine): string {
  if (line.length <= length) return line
  let cut = ''
  for (const [part] of line.matchAll(/'[^']*'|"[^"]*"|\\.|[^'"\\]+/gs)) {
    const room = Math.max(0, length - cut.length)
    if (part.length > room) {
      const isCut = room > 0 && !/^["\\]/.test(part)
      return `${cut}${isCut ? part.slice(0, room) : ''}…${isCut && part.startsWith("'") ? "'" : ''}`
    }
    cut += part
  }
  return cut
}

/** Appends a text to the last line, or on a line of its own if it is too long. */
export function appendTo(lines: string, text: string, indent: string): string {
  const last = lines.slice(lines.lastIndexOf('\n') + 1)
  return last.length + text.length <= longestLine
    ? `${lines}${text}`
    : `${lines}\n${cutLine(indent + text.trimStart())}`
}

/** The most lines of one finding. */
const mostLines = 4

export function wrapText(text: string, indent: string): string {
  const lines: string[] = []
  let rest = text
  while (rest.length > longestLine && lines.length < mostLines - 1) {
    const space = rest.lastIndexOf(' ', longestLine)
    if (space <= indent.length) break
    lines.push(rest.slice(0, space))
    rest = indent + rest.slice(space + 1)
  }
  return [...lines, cutLine(rest)].join('\n')
}

/** A line that is not too long for a terminal. */
export function cutLine(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`
}
