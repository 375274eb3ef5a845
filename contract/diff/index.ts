/** Compares two versions of the contract: how much a client notices, and whether the version says so. */
import { readContract } from '../openapi/files.ts'
import { parseContract } from '../openapi/yaml.ts'
import { type Rating, rate, rateExamples } from './rate.ts'
import { type Impact, impacts, listChanges } from './redocly.ts'

/** The rated changes between two files, those with the largest impact first. */
export async function rateChanges(base: string, revision: string): Promise<Rating[]> {
  const documents = [readContract(base), readContract(revision)] as const
  const changes = await listChanges(base, revision)
  const ratings = [...changes.map((change) => rate(change, ...documents)), ...rateExamples(...documents)]
  return ratings.sort((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
}

/** Whether the version of the revision is as high as the changes require, and why not. */
export function compareVersions(
  base: string,
  revision: string,
  ratings: Rating[],
): { passed: boolean; message: string } {
  const [before, after] = [base, revision].map((text) => Object(parseContract(text).info).version as string)
  const [first] = ratings
  if (!first) return { passed: true, message: `no change, version ${after}` }
  const needed = next(String(before), first.impact)
  const passed = String(after).localeCompare(needed, 'en', { numeric: true }) >= 0
  const change = `the changes since ${before} require a ${first.impact} bump (${needed})`
  return { passed, message: passed ? `${change}; the version is ${after}` : `${change}, but info.version is ${after}` }
}

function next(version: string, impact: Impact): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return { major: `${major + 1}.0.0`, minor: `${major}.${minor + 1}.0`, patch: `${major}.${minor}.${patch + 1}` }[
    impact
  ]
}
