/** `npm run frameworks`: installs the packed SDK and mock in a small project for each framework, and runs its tests. */
import { runCommand } from '@monitoring-service/http/node'
import { readOptions } from '../options.ts'
import { formatRow, formatSummary, type Row } from '../packages/report.ts'
import { MissingError } from '../programs.ts'
import { tryProject } from './project.ts'
import { projects } from './projects.ts'

const help = `Packs SDK and mock, installs them in a small project for each framework, and runs the tests of each.

  npm run frameworks -- [TEXT]...

  TEXT     only projects with this text in their names: ${projects.map(({ name }) => name).join('; ')}
  --help   print this text

Exit code: 0 if all went well, 1 if something failed. What could not be installed is listed as not run.
`

await runCommand(async () => {
  const { positionals } = readOptions(help, {}, true)
  const isMeant = ({ name }: { name: string }) =>
    positionals.length === 0 || positionals.some((text) => name.toLowerCase().includes(text.toLowerCase()))
  const rows: Row[] = []
  for (const project of projects.filter(isMeant)) {
    const began = performance.now()
    const error = await tryProject(project).then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    const outcome = error instanceof MissingError ? 'not run' : error ? 'failed' : 'ok'
    const seconds = (performance.now() - began) / 1000
    const row: Row = { package: 'sdk, mock', runtime: project.name, use: project.title, outcome, seconds }
    if (error) row.reason = error.message
    rows.push(row)
    console.log(formatRow(row))
  }
  if (rows.length === 0) throw new Error('no project has such a name; see --help')
  console.log(formatSummary(rows, []))
  if (rows.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
})
