/** Runs StrykerJS for the groups that the arguments name, or for all of them. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPlace } from '../../build/place.ts'
import { groups } from './groups.ts'

const given = process.argv.slice(2)
const unknown = given.find((name) => !Object.hasOwn(groups, name))
if (unknown !== undefined) {
  console.error(`${unknown} is no group; the groups are ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}
installPlace('lab/mutation')
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
for (const name of given.length > 0 ? given : Object.keys(groups)) {
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
