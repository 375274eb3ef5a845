/** Reads a number from the text of a flag. */

/** @throws Error in one line unless the text is a whole number from `least` on. */
export function readNumber(flag: string, text: string, least = 1): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`${flag} must be a whole number from ${least} on, not ${JSON.stringify(text)}`)
}
