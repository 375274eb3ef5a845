/** Makes a value once, when it is first asked for. Callers that ask meanwhile wait for the same one; a failure is not kept. */
export function remember<T>(make: () => T | Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  const makeAsync = async () => make()
  return () => {
    made ??= makeAsync().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
