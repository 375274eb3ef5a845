/** `npm run judges`: tools of others judge the contract, the server, the mock and recorded traffic. */
import { runCommand } from '@monitoring-service/http/node'
import { readNumber } from '../../test/support/read-number.ts'
import { readOptions } from '../options.ts'
import { MissingError } from '../programs.ts'
import { accepted } from './accepted.ts'
import { agents } from './agents.ts'
import type { Judge, Verdict } from './finding.ts'
import { goJudges } from './go.ts'
import { linters } from './linters.ts'
import { pythonJudges } from './python.ts'
import { readers } from './readers.ts'
import { specmatic } from './specmatic.ts'

const judges: Record<string, Judge> = { ...linters, ...readers, ...goJudges, ...pythonJudges, specmatic, ...agents }

const help = `Lets tools of others judge the contract, the server, the mock and recorded traffic.

  npm run judges -- [--seconds N] [NAME]...

  NAME         ${Object.keys(judges).join(', ')}; without one, all
  --seconds N  how long each run that generates requests takes; 60
  --help       print this text

Judges that this machine does not have are named. Exits with 1 if there is a finding that accepted.ts does not list.
`

await runCommand(async () => {
  const options = { seconds: { type: 'string', default: '60' } } as const
  const all = Object.keys(judges)
  const { values, names } = readOptions(help, options, all)
  const seconds = readNumber('--seconds', values.seconds)
  for (const name of names.length > 0 ? names : all) {
    const { findings, examined } = await consult(judges[name] as Judge, seconds)
    const errors = findings.filter(({ rule }) => !(rule in (accepted[name] ?? {})))
    const counts = `${errors.length} errors, ${findings.length - errors.length} accepted findings`
    console.log(`${name.padEnd(20)} ${counts} | ${examined}`)
    for (const { rule, message } of errors) console.log(`  ${rule}: ${message}`)
    if (errors.length > 0) process.exitCode = 1
  }
})

function consult(judge: Judge, seconds: number): Promise<Verdict> {
  return judge({ seconds }).catch((error) => {
    if (error instanceof MissingError) return { findings: [], examined: `not run: ${error.message}` }
    throw error
  })
}
