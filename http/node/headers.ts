/** Reads headers as they were sent: Node keeps one of two, while somebody on the way may have looked at the other. */
import type { IncomingMessage } from 'node:http'

/** @param name in lower case. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] as string)
  }
  return values
}
