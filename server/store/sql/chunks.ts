/** Splits records into the rows of several statements. */

/** Engines limit the number of values in one statement, to some ten thousand. */
export const chunkSize = 1_000

export function* chunks<T>(all: T[], size = chunkSize): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
