/** `npm run check:diff`: requires the version that the changes of the contract since its last release deserve. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile } from '../openapi/files.ts'
import { compareVersions, rateChanges } from './index.ts'

const released = fileURLToPath(new URL('../released.json', import.meta.url))

const help = `Compares openapi.yaml with its last release, and rates each change by docs/compatibility.md.

  npm run check:diff -- [BASE [REVISION]]

Exits with 1 if info.version is lower than the changes require.
`

async function run([base = released, revision = contractFile]: string[]): Promise<void> {
  if (base === '--help') return void process.stdout.write(help)
  const ratings = await rateChanges(base, revision)
  for (const { impact, pointer, message } of ratings) {
    if (impact !== 'patch') console.log(`${impact} ${pointer.replaceAll('~1', '/')}: ${message}`)
  }
  const patches = ratings.filter(({ impact }) => impact === 'patch').length
  if (patches > 0) console.log(`patch ${patches} texts, examples and reasons`)
  const { passed, message } = compareVersions(readFileSync(base, 'utf8'), readFileSync(revision, 'utf8'), ratings)
  console.log(`${relative('', base)} -> ${relative('', revision)}: ${message}`)
  process.exitCode = passed ? 0 : 1
}

await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 2
})
