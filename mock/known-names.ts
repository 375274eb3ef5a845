/** Names that come from outside, compared with the known ones: a misspelt one is rejected, with the one that was meant. */

/**
 * @param subject what may have the keys, such as "createMock".
 * @throws RangeError if the object has another key.
 */
export function checkKeys(object: object, known: readonly string[], subject: string): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key))
  if (unknown === undefined) return
  throw new RangeError(`${subject} has no ${unknown}; it can have ${listNames(known, unknown)}`)
}

/** The known names, and the most similar one if a misspelt name is similar to any. */
export function listNames(known: readonly string[], misspelt: string): string {
  const meant = findSimilar(known, misspelt)
  return known.join(', ') + (meant === undefined ? '' : ` (did you mean ${meant}?)`)
}

/** Undefined if half of the letters differ, or more than three. */
export function findSimilar(known: readonly string[], misspelt: string): string | undefined {
  const [best] = known
    .map((name) => ({ name, distance: distance(name.toLowerCase(), misspelt.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
  return best && best.distance <= 3 && best.distance < misspelt.length / 2 ? best.name : undefined
}

/** The number of letters to insert, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1]
    for (const [at, otherLetter] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + Number(letter !== otherLetter)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
