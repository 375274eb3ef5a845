/** Boundary values of texts and dates, by name: a sequence is kept with names, so that it can be sent again. */

import { daysOfNoCalendar, invalidDates, swapCase } from '../checks/support/invalid-values.ts'
import { hostileTexts } from '../client/hostile-texts.ts'
import type { Account } from '../document/state.ts'
import { dayFrom } from '../verdict/days.ts'

type Forms = Record<string, (text: string, other: string) => string>

/** Made from a text that no other request sends. */
const texts: Forms = {
  plain: (unique) => `Text ${unique}`,
  'one letter': () => 'x',
  digits: () => '007',
  zero: () => '0',
  'a word of JSON': () => 'null',
  'other scripts': (unique) => `Zoë ${unique} 明子 Łuk`,
  placeholders: (unique) => `:name @p1 $1 ? ${unique} #{x} \${y} %d`,
  'a colon before a word': (unique) => `at 10:30 and :${unique} or ::text`,
  'a backslash at the end': (unique) => `C:\\${unique}\\`,
  'a quote at the end': (unique) => `${unique} it's 5"`,
  escapes: (unique) => `\\u0041 \\n %41 &lt; ${unique} + 1`,
  'a comment of SQL': (unique) => `1; -- ${unique} /* x */ #`,
  'right to left': (unique) => `\u05e9\u05dc\u05d5\u05dd ${unique}`,
  'composed letters': (unique) => `e\u0301 n\u0303 ${unique}`,
  'spaces around': (unique) => `  ${unique}  `,
  '101 letters': (unique) => `${unique}${'z'.repeat(101)}`.slice(0, 101),
  '256 letters': (unique) => `${unique}${'z'.repeat(256)}`.slice(0, 256),
  '1025 letters': (unique) => `${unique}${'z'.repeat(1025)}`.slice(0, 1025),
  '5000 letters beyond ASCII': (unique) => `${unique}${'é'.repeat(5000)}`.slice(0, 5000),
  ...Object.fromEntries(
    Object.entries(hostileTexts).map(([name, text]) => [name, (unique) => text && `${unique} ${text} ${unique}`]),
  ),
}

const usual = 'usual'

const addresses: Forms = {
  [usual]: (email) => email,
  'in capital letters': (email) => email.replace(/^[^@]*/, (local) => local.toUpperCase()),
  'with a tag': (email) => email.replace('@', "+o'tag_of-mine@"),
  'with dots': (email) => email.replace('@', '.x.y@'),
  'with a long local part': (email) => email.replace(/^[^@]*/, (local) => local.padEnd(64, 'q')),
}

/** Of passwords and codes, new and known ones: what differs from a known one is wrong. */
const secrets: Forms = {
  [usual]: (right) => right,
  "another user's": (_, other) => other,
  'in another case': swapCase,
  'without the last letter': (right) => [...right].slice(0, -1).join(''),
  'with one letter more': (right) => `${right}0`,
  'with another last letter': (right) => right.replace(/.$/su, (last) => (last === '7' ? '8' : '7')),
  'with another tail': (right) => `${right.slice(0, -2)}##`,
  'with a space behind': (right) => `${right} `,
  'with spaces around': (right) => ` ${right} `,
  trimmed: (right) => right.trim(),
  'with other scripts': (right) => `${right}Äß明`,
  'beyond U+FFFF': (right) => `${right}\u{1f511}`,
  'with other letters beyond ASCII': (right) => right.replace(/[^\x20-\x7e]/gu, 'ø'),
  'without letters beyond ASCII': (right) => right.replace(/[^\x20-\x7e]/gu, ''),
  'with markup': (right) => `${right}<&>"'`,
  'with a line break': (right) => `${right}\nQq7`,
  'of 72 bytes': (right) => right.padEnd(72, 'Qq7'),
  'of 100 bytes': (right) => right.padEnd(100, 'Qq7'),
  empty: () => '',
}

const forms: Record<string, Forms> = {
  cause: texts,
  name: texts,
  email: addresses,
  password: secrets,
  verificationCode: secrets,
}

/** The names of the values of a property; the first is the usual one. */
export const namesOf = (property: string) => Object.keys(forms[property] ?? {})

export interface ValueContext {
  account: Partial<Account>
  /** The account whose secret is taken instead. */
  other: Account | undefined
  /** A text that no other request sends. */
  unique: string
}

/** @returns undefined if what it is made from is not known, such as the password of an account that came without one. */
export function toValue(property: string, name: string, { account, other, unique }: ValueContext): string | undefined {
  const { email, verificationCode, password = verificationCode } = account
  const known: Record<string, string | undefined> = { email, password, verificationCode: verificationCode ?? '000000' }
  const text = property in known ? known[property] : unique
  const form = forms[property]?.[name]
  if (!form) return name
  return text === undefined ? undefined : form(text, other?.password ?? 'Other-password-7')
}

const today = () => new Date().toISOString().slice(0, 10)

const fixedDays =
  '1995-06-15 1999-12-31 2000-01-01 2000-02-29 2019-12-30 2020-02-28 2020-02-29 2020-03-01 2022-12-31 2023-01-01 ' +
  '2023-02-28 2023-03-01 2023-03-26 2023-04-30 2023-05-01 2023-10-29 2023-12-31 2024-01-01 2024-01-31 2024-02-01 ' +
  '2024-02-28 2024-02-29 2024-03-01 2024-06-15 2024-09-09 2024-09-10 2024-10-09 2024-12-30 2024-12-31 2025-01-01'

/** Ends of months and years, leap days, and days around today: each is the boundary of some calculation. */
export function boundaryDays(): string[] {
  const now = today()
  return [
    ...fixedDays.split(' '),
    ...[-366, -91, -90, -31, -30, -8, -7, -2, -1, 0, 1].map((days) => dayFrom(now, days)),
  ]
}

/** Dates for `before` that are no days of any row. */
export const farDays = ['1969-12-31', '2001-01-01', '2038-01-20', '2100-02-28', '9999-12-31']
/** Not dates; an implementation that takes one for none deletes everything. */
export const notDays = ['', ...invalidDates, ...daysOfNoCalendar('2024-06-15')]
