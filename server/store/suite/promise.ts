/** Marks tests with the promise that they hold. */

/** Only the Vitest configuration of this repository knows the tags; Vitest rejects unknown ones. */
export function promise(name: string): { tags?: string[] } {
  return import.meta.url.endsWith('.ts') ? { tags: [name] } : {}
}
