/** `npm run frameworks`: installs the packed SDK and mock in a small project for each framework, and runs its tests. */
import { runCommand } from '@monitoring-service/http/node'
import { readOptions } from '../options.ts'
import { createResults } from '../results.ts'
import { tryProject } from './project.ts'
import { projects } from './projects.ts'

const help = `Packs SDK and mock, installs them in a small project for each framework, and runs the tests of each.

  npm run frameworks -- [TEXT]...

  TEXT     only projects with this text in their names: ${projects.map(({ name }) => name).join('; ')}
  --help   print this text

Exit code: 0 if all went well, 1 if something failed. What could not be installed is listed as not run.
`

await runCommand(async () => {
  const { names } = readOptions(help, {}, 'any text')
  const isMeant = ({ name }: { name: string }) =>
    names.length === 0 || names.some((text) => name.toLowerCase().includes(text.toLowerCase()))
  const chosen = projects.filter(isMeant)
  if (chosen.length === 0) throw new Error('no project has such a name; see --help')
  const { record, summarize } = createResults()
  for (const project of chosen) {
    await record(`${project.name.padEnd(26)} ${project.title.padEnd(70)}`, () => tryProject(project))
  }
  summarize()
})
