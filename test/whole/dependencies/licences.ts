/** Licences that packages of others may have. */
import { licenceOf, locked, nameOf } from './lockfile.ts'

/** Those that ask for no more than to be named. */
const permissive = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Zlib',
  'Python-2.0',
  'PSF-2.0',
  'Unlicense',
]
/** Tools of the tests, of which nothing is passed on: MPL-2.0 asks for more only of those who do. */
const tools = /^(?:axe-core|@axe-core\/playwright|lightningcss(?:-.+)?)$/

/** Whether one of the choices that an SPDX expression leaves is among those that are allowed. */
export function isAllowed(name: string, expression: string): boolean {
  const allowed = tools.test(name) ? [...permissive, 'MPL-2.0'] : permissive
  const choices = expression.replace(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)))
}

/** How many packages have each licence, and which ones have one that they may not have. */
export function surveyLicences(): { counts: Map<string, number>; refused: string[] } {
  const [counts, refused] = [new Map<string, number>(), [] as string[]]
  for (const [path, entry] of locked) {
    const licence = licenceOf(path, entry)
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
    if (!isAllowed(nameOf(path), licence)) refused.push(`${path} ${entry.version}: ${licence}`)
  }
  return { counts, refused }
}
