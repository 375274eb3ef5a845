/** Notes on the password of a call: how one that is wrongly accepted differs from the right one, and what is unusual about one that is refused. */
import { acceptanceExpected } from '../../assess/response.ts'
import { count } from '../../report/summaries.ts'
import { textIn } from './fields.ts'
import { isAccepted, type Note } from './run-calls.ts'

/** Fewer equal letters at the beginning are no sign that only these are compared. */
const leastEqual = 8
/** Letters that a note names. */
const mostLetters = 6
/** Refusals of other kinds are about the caller. */
const refusals = [400, 401, 403, 422]

export const describePassword: Note = ({ exchange }, { expected }, { userOf }) => {
  const sent = textIn(exchange, 'password')
  if (sent === undefined) return undefined
  if (expected === acceptanceExpected)
    return refusals.includes(exchange.response.status) ? describeLetters(sent) : undefined
  const right = userOf(exchange)?.password
  if (!isAccepted(exchange) || !expected.startsWith('the call is refused') || right === undefined || right === sent)
    return undefined
  const difference = describeDifference(sent, right)
  return difference && `the password that was sent ${difference}`
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
  const [letters, others] = [[...sent], [...right]]
  const first = letters.findIndex((letter, index) => letter !== others[index])
  const equal = first < 0 ? letters.length : first
  if (equal < leastEqual) return undefined
  if (equal === others.length) return `is the right one and ${count(letters.length - equal, 'letter')} more`
  const bytes = Buffer.byteLength(letters.slice(0, equal).join(''))
  return `is equal to the right one up to letter ${equal} of ${others.length}${bytes === equal ? '' : ` (byte ${bytes})`}, and differs after that`
}

/** Undefined for a plain password. */
function describeLetters(password: string): string | undefined {
  const letters = [...password]
  const unusual = [...new Set(letters.filter((letter) => !/[!-~]/.test(letter)))]
  const bytes = Buffer.byteLength(password)
  if (unusual.length === 0 || unusual.length > mostLetters) return undefined
  const names = unusual.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
  return `the password has ${count(letters.length, 'letter')}, ${bytes} bytes, with ${names.join(', ')}`
}
