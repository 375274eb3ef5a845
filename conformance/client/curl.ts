/** A request as a curl command line; `$BASE` stands for the base address. */
import type { OutgoingRequest } from './http.ts'

const longestBody = 2000

export function toCurl({ method, path, headers, body }: OutgoingRequest): string {
  const parts = ['curl', '-sS', '-i', '-X', method, `"$BASE"${quote(path)}`]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'accept') parts.push('-H', quote(`${name}: ${value}`))
  }
  const isLong = body !== undefined && body.length > longestBody
  if (body !== undefined) parts.push('--data-raw', quote(isLong ? `${body.slice(0, longestBody)}…` : body))
  return parts.join(' ')
}

/** Quotes a shell argument where necessary. */
function quote(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
