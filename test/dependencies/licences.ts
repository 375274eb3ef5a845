/** Checks the licences of third-party packages. */
import { lockedPackages } from './lockfile.ts'

/** Licences that require attribution at most. */
const permissive = `MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 CC0-1.0 Zlib Python-2.0 PSF-2.0
  Unlicense WTFPL CC-BY-4.0`.split(/\s+/)
/** Test tools that are not distributed, so that the conditions of MPL-2.0 do not apply. */
const tools = /^(?:axe-core|@axe-core\/playwright|lightningcss(?:-.+)?)$/

/** Whether at least one alternative of an SPDX expression is allowed. */
export function isAllowed(name: string, expression: string): boolean {
  const allowed = tools.test(name) ? [...permissive, 'MPL-2.0'] : permissive
  const alternatives = expression.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((licence) => allowed.includes(licence)))
}

/** Counts the packages of each licence and lists those with a licence that is not allowed. */
export function surveyLicences(): { counts: Map<string, number>; refused: string[] } {
  const [counts, refused] = [new Map<string, number>(), [] as string[]]
  for (const { name, location, version, licence } of lockedPackages) {
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
    if (!isAllowed(name, licence)) refused.push(`${location} ${version}: ${licence}`)
  }
  return { counts, refused }
}
