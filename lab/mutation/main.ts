/** `npm run test:mutants`: runs StrykerJS for the groups that the arguments name, or for all of them. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@monitoring-service/http/node'
import { installPlace } from '../../build/place.ts'
import { readOptions } from '../options.ts'
import { groups } from './groups.ts'

const help = `Breaks the code in small ways by StrykerJS, and reports what no test notices.

  npm run test:mutants -- [GROUP...]

  GROUP   ${Object.keys(groups).join(', ')}; without one, all
  --help  print this text

  Exit code 1 if the score of a group is below its lowest.
`
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

await runCommand(async () => {
  const { names } = readOptions(help, {}, Object.keys(groups))
  installPlace('lab/mutation')
  for (const name of names.length > 0 ? names : Object.keys(groups)) {
    console.log(`\n${name}`)
    const args = [pathOf('node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', pathOf('stryker.config.mjs')]
    const { status } = spawnSync(process.execPath, args, {
      cwd: pathOf('../..'),
      env: { ...process.env, MUTATION_GROUP: name },
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = 1
    // It ends with 1 below the threshold too, and otherwise by a signal, after it has put the files back.
    if (status !== 0 && status !== 1) break
  }
})
