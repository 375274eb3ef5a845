/** Invalid bodies, dates and passwords, derived from the documented schemas. */

import type { OperationId } from '@monitoring-service/contract'
import { dereference, listOperations, type Reference, type Schema } from '@monitoring-service/contract/document'
import { documented } from '@monitoring-service/contract/documented'
import type { RequestDetails } from '../../client/callers.ts'
import { isDay } from '../../document/reset-dates.ts'

type InvalidValue = Pick<RequestDetails, 'body' | 'text'>

/** One value of each JSON type. */
const samples = {
  string: 'text',
  number: 1234567890,
  boolean: true,
  null: null,
  array: ['text'],
  object: { text: 'text' },
}

const noAddresses = ['plain', 'no-domain@', '@no-local.example', 'two words@example.com', 'two@ats@example.com', '']
/** A pattern may lack its end. */
const behindAddress = [', two@example.com', '>', ' two']

/** Good bodies with one property missing, of another type, or not of its format. */
export function invalidBodies(
  operationId: OperationId,
  property: string,
  good: Record<string, unknown>,
): InvalidValue[] {
  const schema = bodySchema(operationId)
  const declared = dereference<Schema>(documented, (schema.properties?.[property] ?? {}) as Schema | Reference)
  const isRequired = (schema.required as string[] | undefined)?.includes(property) ?? false
  const { [property]: own, ...without } = good
  const ofOtherTypes = Object.entries(samples)
    // Many take null for an absent property, and the document does not forbid it.
    .filter(([type]) => type !== declared.type && (type !== 'null' || isRequired))
    .map(([, sample]) => sample)
  const ofOtherFormat = [...noAddresses, ...behindAddress.map((end) => `${own}${end}`)]
  const values = [...ofOtherTypes, ...(declared.format === 'email' ? ofOtherFormat : [])]
  const bodies = values.map((value) => ({ body: { ...good, [property]: value } }))
  return isRequired ? [{ body: without }, ...bodies] : bodies
}

/** Bodies that are not objects, or not JSON. */
export const nonObjects: InvalidValue[] = [
  {},
  ...[{}, ['text'], 'text', 7, null].map((body) => ({ body })),
  { text: '{"email": "ada@exam' },
]

/** All that is no body of the operation. If it takes no body, too, some may take null or a number for none. */
export function wrongBodies(operationId: OperationId, good: Record<string, unknown>): InvalidValue[] {
  const isWrong = ({ body, text }: InvalidValue) => text ?? (Array.isArray(body) || typeof body === 'string')
  const all = operationId === 'resolveIncident' ? nonObjects.filter(isWrong) : nonObjects
  return [...all, ...bodyProperties(operationId).flatMap((name) => invalidBodies(operationId, name, good))]
}

/** Texts that are not dates of the form YYYY-MM-DD. */
export const invalidDates = [
  // Days of no calendar.
  ...['2024-13-01', '2024-02-30', '2024-04-31', '2023-02-29', '1900-02-29', '2024-00-10', '2024-02-00'],
  // Other forms.
  ...['01.03.2024', '2024/02/29', '29-02-2024', '2024-3-1', '24-03-01', '2024-03', '2024-W09-5', '20240301'],
  ...['1709164800000', '２０２４-０３-０１', 'yesterday'],
]

/** Days of the year before the date that no calendar has; the nearest days are before the date, too. */
export function daysOfNoCalendar(date: string): string[] {
  const year = Number(date.slice(0, 4)) - 1
  const days = ['02-29', '02-30', '02-31', '04-31', '06-31', '09-31', '11-31', '01-32', '13-01', '00-10', '06-00']
  return [...days, '10-10T24:00:00Z'].map((day) => `${year}-${day}`).filter((day) => !isDay(day))
}

/** With small letters in place of capital ones, and the other way round. */
export function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}

/** Passwords that differ from the right one by a letter or a space, or in the case of all letters. */
export function similarPasswords(password: string): string[] {
  const middle = Math.floor(password.length / 2)
  const other = password[middle] === '7' ? '8' : '7'
  const changed = password.slice(0, middle) + other + password.slice(middle + 1)
  return [password.slice(0, -1), `${password} `, changed, swapCase(password)]
}

/** The documented properties of its body; none if it takes no body. */
export const bodyProperties = (operationId: OperationId): string[] =>
  Object.keys(bodySchema(operationId).properties ?? {})

/** Of alternatives, one with the properties of all; empty if it takes no body. */
function bodySchema(operationId: OperationId): Schema {
  const located = listOperations(documented).find(({ operation }) => operation.operationId === operationId)
  const media = located?.operation.requestBody?.content['application/json']
  if (!media) return {}
  const schema = dereference<Schema>(documented, media.schema)
  const alternatives = ((schema.oneOf ?? []) as (Schema | Reference)[]).map((one) => dereference(documented, one))
  return { ...schema, properties: Object.assign({}, ...[schema, ...alternatives].map(({ properties }) => properties)) }
}
