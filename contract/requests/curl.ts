/** Formats a request as a curl command line for any POSIX shell. */

export interface CurlRequest {
  /** Options before the address, such as `-i`. */
  options: string[]
  /** The server's address without a trailing slash, or the name of a shell variable that holds it. */
  base: string | { variable: string }
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body?: string | undefined
}

export function toCurl({ options, base, target, headers, body }: CurlRequest): string {
  const address = typeof base === 'string' ? quoteWord(base + target) : `"$${base.variable}"${quoteWord(target)}`
  // A long run of one character comes from a pipe, to keep the command line short.
  const filler = /^(.)\1{999,}$/.exec(body ?? '')?.[1]
  const words = [
    'curl',
    ...options,
    // Keeps curl from reading brackets as patterns and from resolving dot segments.
    ...(/[[\]{}]/.test(target) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(target) ? ['--path-as-is'] : []),
  ]
  const input = [
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(filler ? ['--data-binary', '@-'] : body === undefined ? [] : ['--data-raw', body]),
  ]
  const line = [...words.map(quoteWord), address, ...input.map(quoteWord)].join(' ')
  return filler ? `head -c ${body?.length} /dev/zero | tr '\\0' ${quoteWord(filler)} | ${line}` : line
}

/** Quotes a word for a shell, if it needs quotes. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
