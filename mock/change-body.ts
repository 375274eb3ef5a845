/** Changes of a body: objects by field, lists by element, other values as a whole. */

/** Some fields of a body, at any depth. */
export type Change<T> = T extends readonly (infer Element)[]
  ? Change<Element>[]
  : T extends object
    ? { [K in keyof T]?: Change<T[K]> }
    : T

/** A list is as long as that of the change; an object in it changes the one at its place. */
export function changeBody(body: unknown, change: unknown): unknown {
  if (Array.isArray(body) && Array.isArray(change)) return change.map((value, index) => changeBody(body[index], value))
  if (!isObject(body) || !isObject(change)) return change
  const changed = Object.entries(change).map(([name, value]) => [name, changeBody(body[name], value)])
  return { ...body, ...Object.fromEntries(changed) }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
