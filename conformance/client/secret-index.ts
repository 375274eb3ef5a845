/** Finds secrets in texts, in time that grows with the text and hardly with the number of secrets. */

interface Encoded {
  text: string
  secret: string
  /** It is short or only letters, so that it may occur in an id or a word by chance. */
  standsApart: boolean
  /** The longest other one that it begins with. */
  within?: Encoded | undefined
}

/** The length of the shortest secret. */
export const shortest = 4
/** The length from which a secret does not occur in an id by chance. */
const distinctive = 8
/** The length from which letters alone are no part of an ordinary word. */
const longestWord = 16

export function createIndex() {
  const encoded: Encoded[] = []
  let find: ReturnType<typeof createFind> | undefined
  return {
    add(secret: string) {
      find = undefined
      for (const text of encodingsOf(secret)) {
        const standsApart = text.length < distinctive || (text.length < longestWord && /^\p{L}+$/u.test(text))
        encoded.push({ text, secret, standsApart })
      }
    },
    /** Replaces every secret in a text, in any encoding. */
    replace(text: string, labelOf: (secret: string) => string): string {
      find ??= createFind(encoded)
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

/** Returns a function that finds the longest secret at a place, or the beginning of one that is cut off by `…`. */
function createFind(encoded: Encoded[]) {
  const sorted = encoded.toSorted((one, other) => (one.text < other.text ? -1 : 1))
  const starts = new Set(sorted.map(({ text }) => text.slice(0, shortest)))
  const longest = sorted.reduce((most, { text }) => Math.max(most, text.length), 0)
  for (const [index, one] of sorted.entries()) {
    one.within = sorted[index - 1]
    while (one.within && !one.text.startsWith(one.within.text)) one.within = one.within.within
  }
  /** The number of those that come before a text. */
  function countBefore(text: string): number {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as Encoded).text < text) low = middle + 1
      else high = middle
    }
    return low
  }

  return (text: string, at: number, cut: number): { secret: string; length: number } | undefined => {
    if (!starts.has(text.slice(at, at + shortest))) return undefined
    const fits = ({ standsApart }: Encoded, length: number) => !standsApart || isApart(text, at, length)
    const rest = text.slice(at, at + longest)
    const next = countBefore(rest)
    // All that the text begins with come before it, each within the next longer one.
    let one = sorted[next]?.text === rest ? sorted[next] : sorted[next - 1]
    while (one && !(rest.startsWith(one.text) && fits(one, one.text.length))) one = one.within
    if (one) return { secret: one.secret, length: one.text.length }
    if (cut < at + shortest || cut > at + longest) return undefined
    const beginning = text.slice(at, cut)
    const truncated = sorted[countBefore(beginning)]
    if (!truncated?.text.startsWith(beginning) || !fits(truncated, beginning.length)) return undefined
    return { secret: truncated.secret, length: beginning.length }
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

/** A secret verbatim, in JSON, in a URL and in base64. */
export function encodingsOf(secret: string): string[] {
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      Buffer.from(secret).toString('base64'),
    ]),
  ]
}
