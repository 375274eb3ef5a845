/** Notes on the password of a call: how one that is wrongly accepted differs from the right one, and what is unusual about one that is refused. */
import { contract, operations } from '@monitoring-service/contract'
import type { Schema } from '@monitoring-service/contract/document'
import { count } from '../count.ts'
import { acceptanceExpected } from '../response.ts'
import { textIn } from './fields.ts'
import { propertiesOf } from './properties.ts'
import { isAccepted, type Note, operationOf, type RunCall, type RunCalls } from './run-calls.ts'

/** Fewer equal letters at the beginning are no sign that only these are compared. */
const leastEqual = 8
const schema = contract.schemas.components.schemas.SignupRequest?.properties?.password as Schema
const shortest = Number(schema.minLength)
const { maxBytes } = operations.signup.body.texts.password
/** Letters that a note names. */
const mostLetters = 6
/** Fewer calls lack a property by chance. */
const leastRefused = 3
/** Properties that a note names. */
const mostProperties = 2
/** Says how the kit got a user, and nothing about the user. */
const signedUpTrait = 'for a user from sign-up'
/** Refusals of other kinds are about the caller. */
const refusals = [400, 401, 403, 422]

export const describePassword: Note = (call, { expected }, calls) => {
  const { exchange } = call
  const sent = textIn(exchange, 'password')
  if (sent === undefined) return undefined
  if (expected === acceptanceExpected)
    return refusals.includes(exchange.response.status) ? describeLetters(sent) : undefined
  const isSignUp = operationOf(call) === 'signup' && expected === 'the call is refused: invalid body'
  // The kit's own passwords have an allowed length.
  if (isSignUp && isAccepted(exchange) && (sent.length < shortest || Buffer.byteLength(sent) > maxBytes)) {
    return `the password has ${count([...sent].length, 'letter')}, ${Buffer.byteLength(sent)} bytes`
  }
  // A registered address is refused whatever the password.
  const difference = operationOf(call) === 'signup' ? undefined : differenceOf(call, calls)
  if (!isAccepted(exchange) || !expected.startsWith('the call is refused') || difference === undefined) return undefined
  return `the password that was sent ${difference}${describeRefused(call, difference, calls)}`
}

function differenceOf({ exchange }: RunCall, { userOf }: RunCalls): string | undefined {
  const [sent, right] = [textIn(exchange, 'password'), userOf(exchange)?.password]
  return sent === undefined || right === undefined || sent === right ? undefined : describeDifference(sent, right)
}

/** How many letters decide, or the calls of the operation that differ alike and were refused, and what only this call is. */
function describeRefused(call: RunCall, difference: string, calls: RunCalls): string {
  const wrong = calls.every.filter(
    (one) => operationOf(one) === operationOf(call) && differenceOf(one, calls) !== undefined,
  )
  const accepted = wrong.filter(({ exchange }) => isAccepted(exchange))
  const refused = wrong.filter(({ exchange }) => refusals.includes(exchange.response.status))
  const equalOf = (one: RunCall) => equalLetters(textIn(one.exchange, 'password'), calls.userOf(one.exchange)?.password)
  const [least, most] = [Math.min(...accepted.map(equalOf)), Math.max(...refused.map(equalOf))]
  if (accepted.length > 1 && most >= leastEqual && most < least)
    return `; wrong ones were accepted if the first ${least} letters or more are right, and refused if ${most} or fewer are`
  const kindOf = (text?: string) => text?.replace(/\d+/g, '…')
  const alike = refused.filter((one) => kindOf(differenceOf(one, calls)) === kindOf(difference))
  if (alike.length < leastRefused) return ''
  const known = new Set(alike.flatMap((one) => propertiesOf(one, calls)))
  const own = propertiesOf(call, calls).filter((property) => !known.has(property) && property !== signedUpTrait)
  const only = own.length > 0 ? `, of which none was ${own.slice(0, mostProperties).join(', or ')}` : ''
  return `; such a password was refused in ${alike.length} other calls${only}`
}

/** The letters from the first one on that are equal. */
function equalLetters(sent = '', right = ''): number {
  const [letters, others] = [[...sent], [...right]]
  const first = letters.findIndex((letter, index) => letter !== others[index])
  return first < 0 ? letters.length : first
}

function describeDifference(sent: string, right: string): string | undefined {
  if (sent === '') return 'is empty'
  const changes: [how: string, change: (text: string) => string][] = [
    ['in case', (text) => text.toLowerCase()],
    ['in the spaces around it', (text) => text.trim()],
    ['in its Unicode form (NFC)', (text) => text.normalize('NFC')],
    ['in its Unicode form (NFKC)', (text) => text.normalize('NFKC')],
    ['in accents', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ]
  const [how] = changes.find(([, change]) => change(sent) === change(right)) ?? []
  if (how !== undefined) return `differs from the right one ${how} only`
  const [letters, others, equal] = [[...sent], [...right], equalLetters(sent, right)]
  if (equal < leastEqual) return undefined
  if (equal === others.length) return `is the right one and ${count(letters.length - equal, 'letter')} more`
  const bytes = Buffer.byteLength(letters.slice(0, equal).join(''))
  const control = letters.findIndex((letter) => /\p{Cc}/u.test(letter))
  const where = control >= 0 && control < equal ? `, with ${nameOf(letters[control])} as letter ${control + 1}` : ''
  return `is equal to the right one up to letter ${equal} of ${others.length}${bytes === equal ? '' : ` (byte ${bytes})`}${where}, and differs after that`
}

/** Undefined for a plain password. */
function describeLetters(password: string): string | undefined {
  const letters = [...password]
  const unusual = [...new Set(letters.filter((letter) => !/[!-~]/.test(letter)))]
  const bytes = Buffer.byteLength(password)
  if (unusual.length === 0 || unusual.length > mostLetters) return undefined
  return `the password has ${count(letters.length, 'letter')}, ${bytes} bytes, with ${unusual.map(nameOf).join(', ')}`
}

/** As in `U+00E9`. */
function nameOf(letter = ''): string {
  return `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
