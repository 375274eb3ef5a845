/** The benchmark `kit-peers`: which of the self-test's faults the kit finds, and Schemathesis, and a check of schemas alone. */
import { send } from '../../../conformance/client/driver.ts'
import { type Fault, faults } from '../../../conformance/self-test/faults/index.ts'
import { runTrial } from '../../../conformance/self-test/trial.ts'
import { type Variant, variants } from '../../../conformance/self-test/variants/index.ts'
import { MissingError } from '../../programs.ts'
import type { Benchmark, Row } from '../report.ts'
import { createSchemaOracle } from './schema-oracle.ts'
import { runSchemathesis } from './schemathesis.ts'

type Kind = 'baseline' | 'clean' | 'variant' | Fault['level']
type Subject = { kind: Kind; fault?: Fault; variant?: Variant }
/** What each judge finds in an implementation, and after how long. */
type Reports = Record<string, { findings: string[]; seconds: number }>

const cleanRuns = 2
/** The time of a normal run of the kit, with exploring. In 3 seconds Schemathesis does not reach its stateful phase. */
const schemathesisSeconds = 6
const everyNth = <T>(step: number, items: T[]) => items.filter((_, index) => index % step === step - 1)
const secondsSince = (begin: number) => (performance.now() - begin) / 1000
const count = <T>(items: T[], is: (item: T) => boolean) => `${items.filter(is).length} of ${items.length}`

function chooseSubjects(full: boolean): Subject[] {
  const clean = (['baseline', 'clean'] as const).flatMap((kind) => Array<Subject>(cleanRuns).fill({ kind }))
  const legal = everyNth(full ? 1 : 20, variants).map((variant) => ({ kind: 'variant', variant }) as const)
  return [...clean, ...legal, ...everyNth(full ? 1 : 8, faults).map((fault) => ({ kind: fault.level, fault }))]
}

/** A run of the kit, and the responses of this run by their schemas alone. */
async function judgeByKit({ kind: _, ...target }: Subject): Promise<Reports> {
  const { driver, violations } = createSchemaOracle(send)
  const begin = performance.now()
  const { failed } = await runTrial({ ...target, driver })
  const seconds = secondsSince(begin)
  const levels = Object.entries(failed).map(([level, findings]) => [`kit, ${level}`, { findings, seconds }])
  return { ...Object.fromEntries(levels), 'schemas alone': { findings: [...violations], seconds } }
}

export const kitPeers = (full: boolean): Benchmark => ({
  title: 'faults of the self-test that the conformance kit and other judges find',
  async run() {
    const judged: { kind: Kind; reports: Reports }[] = []
    let missing: string | undefined
    // The first run also compiles the schemas.
    await judgeByKit({ kind: 'clean' })
    for (const subject of chooseSubjects(full)) {
      const reports = await judgeByKit(subject)
      const begin = performance.now()
      try {
        const findings = missing === undefined && (await runSchemathesis(subject, schemathesisSeconds))
        if (findings) reports.Schemathesis = { findings, seconds: secondsSince(begin) }
      } catch (error) {
        if (!(error instanceof MissingError)) throw error
        missing = error.message
      }
      judged.push({ kind: subject.kind, reports })
    }
    const toRow = (judge: string): Row => {
      const reports = judged.map(({ kind, reports }) => ({ kind, ...(reports[judge] ?? { findings: [], seconds: 0 }) }))
      const known = new Set(reports.flatMap(({ kind, findings }) => (kind === 'baseline' ? findings : [])))
      const reported = (wanted: Kind) =>
        count(
          reports.filter(({ kind }) => kind === wanted),
          ({ findings }) => findings.some((finding) => !known.has(finding)),
        )
      return {
        judge,
        'documented found': reported('documented'),
        'sound found': reported('sound'),
        'profile found': reported('profile'),
        'clean accused': reported('clean'),
        'variants accused': reported('variant'),
        seconds: (reports.reduce((sum, { seconds }) => sum + seconds, 0) / reports.length).toFixed(1),
      }
    }
    const rows = Object.keys(judged[0]?.reports ?? {}).map(toRow)
    if (missing !== undefined) rows.push({ judge: 'Schemathesis', 'documented found': `not run: ${missing}` })
    const notes = [
      `Seconds are the mean of a run. What a judge also finds in ${cleanRuns} other runs on the clean implementation does not count.`,
      'A variant is legal by the document; openapi.yaml need not allow it.',
    ]
    return { rows, notes }
  },
})
