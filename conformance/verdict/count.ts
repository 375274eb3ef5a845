/** Numbers with their nouns and units. */

/** In the plural if it is not one. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`
  return `${number} ${number === 1 ? noun : plural}`
}

const units = { day: 86_400_000, h: 3_600_000, min: 60_000, s: 1000 }

/** In the largest unit that makes it at least one, without its sign. */
export function formatDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  const [unit, one] = Object.entries(units).find(([, least]) => size >= least) ?? ['ms', 1]
  const number = Math.round((10 * size) / one) / 10
  return unit === 'day' ? count(number, unit) : `${number} ${unit}`
}
