/** Where in a body a finding is: its value, its field, or the record that it names. */

import type { Finding, Violation } from '../verdict/finding.ts'
import { namesIn, subjectsOf } from './shown-steps.ts'

/** The index of the first place that is found; undefined if there is none. */
export function placeOf(body: string, findings: Finding[]): number | undefined {
  for (const finding of findings) {
    const { subject, of, value, claim } = finding
    const record = namesIn(subjectsOf([finding]))
      .map((name) => body.indexOf(name))
      .find((at) => at >= 0)
    const begin = of !== undefined && record !== undefined ? body.lastIndexOf('{', record) : 0
    const isShape = claim.kind === 'shape'
    const name = `"${subject.split('.').at(-1)}":`
    const wrong = isShape ? (value as Violation[])[0]?.seen : value
    const own = body.indexOf(`${name}${JSON.stringify(wrong)}`, begin)
    const first = body.indexOf(name)
    // The first place is right if any record shows the violation, or if the name occurs once.
    const isSure = isShape || first === body.lastIndexOf(name)
    const place = [own, isSure ? first : -1, record ?? -1].find((at) => at >= 0)
    if (place !== undefined) return place
  }
  return undefined
}
