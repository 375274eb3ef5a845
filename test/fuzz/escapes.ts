/** Percent-encoding, minimal and complete, and lists written as text. */

export function escapeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export function escapeAll(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Splits a list at white space. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Splits a list at ` | `, for items with spaces. */
export function listOf(text: string): string[] {
  return text.split(' | ')
}
