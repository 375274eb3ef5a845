/** Validates records from a file against the schema of records.ts. */
import * as v from 'valibot'
import { type Data, dataSchema } from './records.ts'

/** @throws Error in one line that names the file and the field of the first mismatch. */
export function checkShape(lists: object, file: string): asserts lists is Data {
  const [issue] = v.safeParse(dataSchema, lists, { abortEarly: true }).issues ?? []
  if (!issue) return
  const mismatch = describeIssue(issue)
  throw new Error(mismatch.startsWith('.') ? `${file}: ${mismatch.slice(1)}` : `${file}${mismatch}`)
}

function describeIssue({ path, expected, input, message }: v.BaseIssue<unknown>): string {
  const place = path?.map(describeStep) ?? []
  if (expected === 'never') return `${place.slice(0, -1).join('')} has ${show(input)}, which this server does not know`
  return place.join('') + (input === undefined ? ' is missing' : ` is ${show(input)}, not ${message}`)
}

/** One step of a path, such as `.users` or `[1] ("id of the record")`. */
function describeStep({ key, value }: v.IssuePathItem): string {
  if (typeof key !== 'number') return `.${key}`
  const { id, key: attemptsKey } = (value ?? {}) as { id?: unknown; key?: unknown }
  const name = id ?? attemptsKey
  return typeof name === 'string' ? `[${key}] (${show(name)})` : `[${key}]`
}

function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  const json = JSON.stringify(value)
  return json.length > 60 ? `${json.slice(0, 60)}…` : json
}
