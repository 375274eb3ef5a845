/** A request as a command line for curl, to be pasted into any POSIX shell. */
import type { ScenarioRequest } from './request.ts'

/** @param url the address of the mock, without a trailing slash. */
export function toCurl(url: string, { method, target, headers, body }: ScenarioRequest): string {
  const filler = /^(.)\1{999,}$/.exec(body ?? '')
  const options = [
    ...(method === 'GET' && body === undefined ? [] : ['-X', method]),
    // curl would take these for patterns, and dots for steps up.
    ...(/[[\]{}]/.test(target) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(target) ? ['--path-as-is'] : []),
    `${url}${target}`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${capitalize(name)}: ${value}`]),
    ...(filler ? ['--data-binary', '@-'] : body === undefined ? [] : ['--data-raw', body]),
  ]
  const line = ['curl', '-i', ...options].map(quote).join(' ')
  return filler ? `head -c ${body?.length} /dev/zero | tr '\\0' ${quote(filler[1] ?? '')} | ${line}` : line
}

/** A word of a command line; in single quotes a shell leaves everything alone. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function capitalize(header: string): string {
  return header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
