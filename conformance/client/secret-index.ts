/** Finds secrets in texts, in time that grows with the text and hardly with the number of secrets. */
import { escapeHtml } from '@monitoring-service/contract/html'

interface Encoded {
  secret: string
  /** It is short or only letters, so that it may occur in an id or a word by chance. */
  standsApart: boolean
}

/** The length of the shortest secret. */
export const shortest = 4
/** The length from which a secret does not occur in an id by chance. */
const distinctive = 8
/** The length from which letters alone are no part of an ordinary word. */
const longestWord = 16

export function createIndex() {
  const known = new Map<string, Encoded>()
  /** The lengths of the texts that start alike, in descending order: these are few, however many the texts are. */
  const lengthsOf = new Map<string, number[]>()

  /** The longest secret at a place, or the beginning of one that is cut off by `…`. */
  function find(text: string, at: number, cut: number): { secret: string; length: number } | undefined {
    const lengths = lengthsOf.get(text.slice(at, at + shortest))
    if (!lengths) return undefined
    const fits = ({ standsApart }: Encoded, length: number) => !standsApart || isApart(text, at, length)
    for (const length of lengths) {
      const one = known.get(text.slice(at, at + length))
      if (one && at + length <= text.length && fits(one, length)) return { secret: one.secret, length }
    }
    if (cut < at + shortest || cut > at + (lengths[0] ?? 0)) return undefined
    const beginning = text.slice(at, cut)
    for (const [whole, one] of known)
      if (whole.startsWith(beginning) && fits(one, beginning.length))
        return { secret: one.secret, length: beginning.length }
    return undefined
  }

  return {
    add(secret: string) {
      for (const text of encodingsOf(secret)) {
        const standsApart = text.length < distinctive || (text.length < longestWord && /^\p{L}+$/u.test(text))
        if (!known.has(text)) known.set(text, { secret, standsApart })
        const start = text.slice(0, shortest)
        const lengths = [...new Set(lengthsOf.get(start)).add(text.length)]
        lengths.sort((one, other) => other - one)
        lengthsOf.set(start, lengths)
      }
    },
    /** Replaces every secret in a text, in any encoding. */
    replace(text: string, labelOf: (secret: string) => string): string {
      let [replaced, copied, cut] = ['', 0, text.indexOf('…')]
      for (let at = 0; at + shortest <= text.length; at++) {
        if (cut >= 0 && cut < at) cut = text.indexOf('…', at)
        const found = find(text, at, cut)
        if (!found) continue
        replaced += text.slice(copied, at) + labelOf(found.secret)
        copied = at + found.length
        at = copied - 1
      }
      return replaced + text.slice(copied)
    },
  }
}

/** Precedes a text that is no part of a longer word or id; an escape of JSON or of a URL ends in a letter or digit. */
const endOfOther = /(?:^|[^\p{L}\p{N}_-]|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/iu

function isApart(text: string, at: number, length: number): boolean {
  const before = text.slice(Math.max(0, at - 10), at)
  return (
    endOfOther.test(before) &&
    !pageNumber.test(before) &&
    !/^[\p{L}\p{N}_-]/u.test(text.slice(at + length, at + length + 2))
  )
}

/** Precedes a number that is no verification code, though it may equal one. */
const pageNumber = /[?&" ](?:page|limit|total)(?:=|":\s*)$/

/** A secret verbatim, in JSON, in HTML, in URLs, in both alphabets of base64 without padding, and in hexadecimal. */
export function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inUrl = encodeURIComponent(secret.toWellFormed())
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      escapeHtml(secret),
      inUrl,
      inUrl.replace(/%../g, (byte) => byte.toLowerCase()),
      `${new URLSearchParams({ '': secret })}`.slice(1),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]),
  ]
}
