/** `npm run judges`: tools of others judge the contract, the server, the mock and recorded traffic. */
import { runCommand } from '@monitoring-service/http/node'
import { readNumber } from '../../test/support/read-number.ts'
import { readOptions } from '../options.ts'
import { MissingError } from '../programs.ts'
import { accepted } from './accepted.ts'
import { agents } from './agents.ts'
import type { Finding, Judge } from './finding.ts'
import { goJudges } from './go.ts'
import { linters } from './linters.ts'
import { pythonJudges } from './python.ts'
import { readers } from './readers.ts'
import { specmatic } from './specmatic.ts'

const judges: Record<string, Judge> = { ...linters, ...readers, ...goJudges, ...pythonJudges, specmatic, ...agents }

const help = `Lets tools of others judge the contract, the server, the mock and recorded traffic.

  npm run judges -- [--only NAME] [--seconds N]

  --only NAME  ${Object.keys(judges).join(', ')}
  --seconds N  how long each run that generates requests takes; 60
  --help       print this text

Judges that this machine does not have are named. Exits with 1 if there is a finding that accepted.ts does not list.
`

interface Result {
  judge: string
  examined: string
  acceptedFindings: number
  errors: Finding[]
}

await runCommand(async () => {
  const options = { only: { type: 'string' }, seconds: { type: 'string', default: '60' } } as const
  const { only, ...values } = readOptions(help, options).values
  if (only !== undefined && !(only in judges))
    throw new Error(`there is no judge ${only}; there are ${Object.keys(judges).join(', ')}`)
  const seconds = readNumber('--seconds', values.seconds)
  const results: Result[] = []
  for (const name of only === undefined ? Object.keys(judges) : [only]) {
    const result = await consult(name, seconds)
    results.push(result)
    print(result)
  }
  if (results.some(({ errors }) => errors.length > 0)) process.exitCode = 1
})

async function consult(judge: string, seconds: number): Promise<Result> {
  const reasons = accepted.filter((each) => each.judge === judge).flatMap(({ rules }) => rules)
  try {
    const { findings, examined } = await (judges[judge] as Judge)({ seconds })
    const errors = findings.filter(({ rule }) => !reasons.includes(rule))
    return { judge, examined, acceptedFindings: findings.length - errors.length, errors }
  } catch (error) {
    if (!(error instanceof MissingError)) throw error
    return { judge, examined: `not run: ${error.message}`, acceptedFindings: 0, errors: [] }
  }
}

function print({ judge, examined, acceptedFindings, errors }: Result): void {
  console.log(`${judge.padEnd(20)} ${errors.length} errors, ${acceptedFindings} accepted findings | ${examined}`)
  for (const { rule, message } of errors) console.log(`  ${rule}: ${message}`)
}
