/** Percent-encoding, of as little as is needed and of everything. */

export function escapeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export function escapeAll(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** A list in which only spaces and line ends separate. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
