/** Changes of a body: objects by field, lists and other values as a whole. */

/** Some fields of a body, at any depth. */
export type Change<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Change<T[K]> } : T

export function changeBody(body: unknown, change: unknown): unknown {
  if (!isObject(body) || !isObject(change)) return change
  const changed = Object.entries(change).map(([name, value]) => [name, changeBody(body[name], value)])
  return { ...body, ...Object.fromEntries(changed) }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
