/** A number with its noun, in the plural if it is not one. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`
  return `${number} ${number === 1 ? noun : plural}`
}
