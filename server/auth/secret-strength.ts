/** Tells why a secret of the operator can be guessed: it is short, published, made of words, or repeats a pattern. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { publishedSecrets } from './published-secrets.ts'

/** Texts of the secrets in examples and templates. */
const example =
  /change.?(?:me|this)|replace.?(?:me|this)|your.?(?:own|super|secret|jwt|token|api|admin)|super.?secret|example|placeholder/i

/** In powers of ten. The worst of 5,000 texts of 32 random hexadecimal digits had 26. */
const minGuesses = 24

/** The share of characters that are parts of words. Of 20,000 texts of 32 random bytes in base64, the worst had 0.28. */
const maxWords = 1 / 3

/** So many characters in common with a published secret make another one of it. */
const sharedLength = 16

/** Returns the weakness as the predicate of a sentence; undefined for a secret that is hard to guess. */
export function weaknessOf(secret: string): string | undefined {
  if (!/^[!-~]*$/.test(secret)) return 'has other characters than printable ASCII without spaces'
  if (secret.length < 32) return 'is shorter than 32 characters'
  if (isPublished(secret.toLowerCase())) return 'is a published secret'
  if (example.test(secret)) return 'looks like an unchanged example'
  if (!/[0-9A-Z]/.test(secret) || shareOfWords(secret.toLowerCase()) > maxWords) return 'consists of words'
  // Longer secrets take the estimator long, and have enough in their beginning.
  if (estimator.check(secret.slice(0, 64)).guessesLog10 < minGuesses) return 'repeats a pattern'
  return undefined
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const words = new Set(Object.values(dictionary).flatMap((list) => list.filter((word) => /^[a-z]{4,}$/.test(word))))
const longestWord = 12

/** Whether a text, in lower case, shares a part with a published secret. */
function isPublished(text: string): boolean {
  for (const published of publishedSecrets) {
    for (let start = 0; start + sharedLength <= published.length; start++) {
      if (text.includes(published.slice(start, start + sharedLength).toLowerCase())) return true
    }
  }
  return false
}

/** The estimator takes a long phrase for random letters. */
function shareOfWords(text: string): number {
  let covered = 0
  for (let at = 0; at < text.length; ) {
    const { length } = wordAt(text, at)
    covered += length
    at += length || 1
  }
  return covered / text.length
}

/** Returns the longest word that begins at a place, or ''. */
function wordAt(text: string, at: number): string {
  const longest = text.slice(at, at + longestWord)
  for (let word = longest; word !== ''; word = word.slice(0, -1)) if (words.has(word)) return word
  return ''
}
