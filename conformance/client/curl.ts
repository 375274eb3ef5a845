/** A request as a command line that does the same. */
import type { OutgoingRequest } from './http.ts'

const longest = 2000

/** `$BASE` stands for the base address. */
export function curl({ method, path, headers, body }: OutgoingRequest): string {
  const parts = ['curl', '-sS', '-i', '-X', method, `"$BASE"${quote(path)}`]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'accept') parts.push('-H', quote(`${name}: ${value}`))
  }
  if (body !== undefined) parts.push('--data-raw', quote(body.length > longest ? `${body.slice(0, longest)}…` : body))
  return parts.join(' ')
}

/** Quoted for a shell, if it needs to be. */
function quote(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
