/** Boundary values of texts and dates, by name: a sequence is kept with names, so that it can be sent again. */
import { daysOfNoCalendar, invalidDates } from '../checks/support/invalid-values.ts'
import { dayFrom } from '../verdict/days.ts'

/** @param unique makes a text that no other request sends. */
type Make = (unique: string) => string

export const loneSurrogate = 'a lone surrogate'

const texts: Record<string, Make> = {
  plain: (unique) => `Text ${unique}`,
  'one letter': () => 'x',
  digits: () => '007',
  zero: () => '0',
  'a word of JSON': () => 'null',
  'sixty letters': (unique) => `${unique} ${'y'.repeat(60)}`.slice(0, 60),
  markup: (unique) => `<b>${unique} & "Co"</b> &amp;`,
  'beyond U+FFFF': (unique) => `${unique} \u{1f600}\u{20000}`,
  'other scripts': (unique) => `Zoë ${unique} 明子 Łuk`,
  quotes: (unique) => `O'Neill ${unique} "\\" %s {{7*7}}`,
  placeholders: (unique) => `:name @p1 $1 ? ${unique} #{x} \${y} %d`,
  'a colon before a word': (unique) => `at 10:30 and :${unique} or ::text`,
  'a backslash at the end': (unique) => `C:\\${unique}\\`,
  'a quote at the end': (unique) => `${unique} it's 5"`,
  escapes: (unique) => `\\u0041 \\n %41 &lt; ${unique} + 1`,
  'a comment of SQL': (unique) => `1; -- ${unique} /* x */ #`,
  'right to left': (unique) => `\u05e9\u05dc\u05d5\u05dd ${unique}`,
  'composed letters': (unique) => `e\u0301 n\u0303 ${unique}`,
  'line breaks': (unique) => `One,\n${unique}\tand two`,
  'spaces around': (unique) => `  ${unique}  `,
  '101 letters': (unique) => `${unique}${'z'.repeat(101)}`.slice(0, 101),
  '256 letters': (unique) => `${unique}${'z'.repeat(256)}`.slice(0, 256),
  '1025 letters': (unique) => `${unique}${'z'.repeat(1025)}`.slice(0, 1025),
  '5000 letters': (unique) => `${unique}${'é'.repeat(5000)}`.slice(0, 5000),
  [loneSurrogate]: (unique) => `${unique} \ud83d x`,
  empty: () => '',
}

export const textNames = Object.keys(texts)

export function textOf(name: string, unique: string): string {
  return texts[name]?.(unique) ?? name
}

/** How the password of a new account is made from one that the target takes. */
const passwords: Record<string, Make> = {
  usual: (password) => password,
  'with spaces': (password) => ` ${password} `,
  'other scripts': (password) => `${password}Äß明`,
  'beyond U+FFFF': (password) => `${password}\u{1f511}`,
  markup: (password) => `${password}<&>"'`,
  'with a line break': (password) => `${password}\nQq7`,
  '72 bytes': (password) => password.padEnd(72, 'Qq7'),
  '100 bytes': (password) => password.padEnd(100, 'Qq7'),
}
export const passwordNames = Object.keys(passwords)

export function passwordOf(name: string, password: string): string {
  return passwords[name]?.(password) ?? password
}

export const anotherUsers = "another user's"

/** Passwords that differ from the right one; one that does not is not used. */
const wrongPasswords: Record<string, (right: string, other: string) => string> = {
  [anotherUsers]: (_, other) => other,
  'in another case': (right) =>
    right.replace(/\p{L}/gu, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
  'without the last letter': (right) => [...right].slice(0, -1).join(''),
  'with one letter more': (right) => `${right}x`,
  'with a space behind': (right) => `${right} `,
  trimmed: (right) => right.trim(),
  'with other letters beyond ASCII': (right) => right.replace(/[^\x20-\x7e]/gu, 'ø'),
  'without letters beyond ASCII': (right) => right.replace(/[^\x20-\x7e]/gu, ''),
  'with another tail': (right) => `${right.slice(0, -2)}##`,
  empty: () => '',
}
export const wrongPasswordNames = Object.keys(wrongPasswords)

export function wrongPasswordOf(name: string, right: string, other: string): string {
  return wrongPasswords[name]?.(right, other) ?? name
}

/** The names that change this password. */
export function wrongPasswordsFor(right: string, other = 'Other-password-7'): string[] {
  return wrongPasswordNames.filter((name) => wrongPasswordOf(name, right, other) !== right)
}

export const today = () => new Date().toISOString().slice(0, 10)

/** Ends of months and years, leap days, and days around today: each is the boundary of some calculation. */
export function boundaryDays(): string[] {
  const now = today()
  return [
    ...['1995-06-15', '1999-12-31', '2000-01-01', '2000-02-29', '2019-12-30', '2020-02-28', '2020-02-29', '2020-03-01'],
    ...['2022-12-31', '2023-01-01', '2023-02-28', '2023-03-01', '2023-03-26', '2023-04-30', '2023-05-01', '2023-10-29'],
    ...['2023-12-31', '2024-01-01', '2024-01-31', '2024-02-01', '2024-02-28', '2024-02-29', '2024-03-01', '2024-06-15'],
    ...['2024-09-09', '2024-09-10', '2024-10-09', '2024-12-30', '2024-12-31', '2025-01-01'],
    ...[-366, -91, -90, -31, -30, -8, -7, -2, -1, 0, 1].map((days) => dayFrom(now, days)),
  ]
}

/** Dates for `before` that are no days of any row. */
export const farDays = ['1969-12-31', '2001-01-01', '2038-01-20', '2100-02-28', '9999-12-31']
/** Not dates; an implementation that takes one for none deletes everything. */
export const notDays = ['', ...invalidDates, ...daysOfNoCalendar('2024-06-15')]
