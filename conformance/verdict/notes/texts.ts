/** A note on the texts of requests that are wrongly refused: a character or a length that no accepted one has. */

import { count } from '../count.ts'
import { acceptanceExpected, statusAndCode } from '../response.ts'
import { isCrash } from '../sound.ts'
import { textsOf } from './properties.ts'
import { hasFinding, isAccepted, type Note, type RunCall } from './run-calls.ts'

/** Fewer accepted texts lack a character, or are all shorter, by chance. */
const leastRight = 5
/** Texts up to this length are nothing special. */
const ordinaryLength = 40
/** Characters that a note names. */
const mostCharacters = 6
/** Only their lengths are named. */
const secretFields = ['password', 'verificationCode']
/** A refusal of other kinds is about the caller or the object. */
const refusals = [400, 413, 422]

type Text = [field: string, text: string]

export const describeTexts: Note = (call, _, calls) => {
  const { exchange } = call
  const { status } = exchange.response
  const isCandidate = isCrash(status) || refusals.includes(status) || exchange.request.operationId === 'login'
  if (!isCandidate || isAccepted(exchange)) return undefined
  const outcome = statusAndCode(exchange)
  const every = [call, ...calls.ofOperation(call), ...calls.exploredOf(call)].filter((one) => !one.exchange.isAtOnce)
  const wrong = every.filter((one) => statusAndCode(one.exchange) === outcome && isWrong(one))
  const right = every.filter((one) => isAccepted(one.exchange) && !hasFinding(one))
  const [refused, accepted] = [wrong, right].map((all) => all.flatMap(({ exchange }) => textsOf(exchange))) as [
    Text[],
    Text[],
  ]
  for (const name of new Set(refused.map(([name]) => name))) {
    const [texts, others] = [refused, accepted].map((all) =>
      all.flatMap(([of, text]) => (of === name ? [text] : [])),
    ) as [string[], string[]]
    if (texts.length < wrong.length || others.length < leastRight) continue
    const difference = describeLetters(name, texts, others) ?? describeLength(texts, others)
    const [text = ''] = texts
    const [length, bytes] = [[...text].length, Buffer.byteLength(text)]
    const size =
      texts.length === 1 && bytes > length && length > ordinaryLength
        ? `; it has ${length} characters, ${bytes} bytes`
        : ''
    if (difference)
      return `the ${name} of ${wrong.length === 1 ? 'the one call' : `all ${count(wrong.length, 'call')}`} answered so ${difference} of the ${count(others.length, 'call')} that succeeded${size}`
  }
  return undefined
}

/** A server error that is no refusal, or a valid request that was refused. */
function isWrong({ run, exchange, number }: RunCall): boolean {
  return (
    isCrash(exchange.response.status) ||
    run.record.findings.some(({ step, expected }) => step === number - 1 && expected === acceptanceExpected)
  )
}

function describeLetters(name: string, texts: string[], others: string[]): string | undefined {
  if (secretFields.includes(name)) return undefined
  const known = new Set(others.flatMap((text) => [...text]))
  const [first = '', ...more] = new Set(texts)
  const letters = [...new Set(first)].filter(
    (letter) => /[^\p{L}\p{N}\s]/u.test(letter) && !known.has(letter) && more.every((text) => text.includes(letter)),
  )
  if (letters.length === 0 || letters.length > mostCharacters) return undefined
  return `has ${letters.sort().join(' or ')}, which is in none`
}

/** In characters. */
function describeLength(texts: string[], others: string[]): string | undefined {
  const [lengths, known] = [texts, others].map((all) => all.map((text) => [...text].length).sort((a, b) => a - b))
  const [shortest = 0, longest, most = 0] = [lengths?.[0], lengths?.at(-1), known?.at(-1)]
  if (shortest <= Math.max(most, ordinaryLength)) return undefined
  return `has ${shortest === longest ? shortest : `${shortest} to ${longest}`} characters, more than each (at most ${most})`
}
