/** `npm run packages`: packs the packages, installs each from the registry in a project of its own, and uses it on each Node. */
import { appendFileSync } from 'node:fs'
import { parseArgs, styleText } from 'node:util'
import { nodes } from '../../runtimes/index.ts'
import { createFolder, type Installation, installFromRegistry, type Project, pack } from './install.ts'
import { startTarget } from './target.ts'
import { checkTypes, hasTypes, typeSettings } from './types.ts'
import { packageUses, type Target } from './uses.ts'

const help = `Packs the packages, installs each from the registry in a project of its own, uses it on each Node, and prints the results.

  npm run packages -- [--files] [PACKAGE]...

  --files   list the files of each tarball
  --help    print this text
`

/** What may be installed, in MB; the SDK has no dependencies. */
const limits: Record<string, number> = { sdk: 1, conformance: 8, mock: 45, server: 45 }
/** Seconds from the start of an installed command to its first answer. */
const startLimit = 3

interface Row {
  package: string
  runtime: string
  use: string
  outcome: string
}

const rows: Row[] = []

async function record(name: string, runtime: string, use: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const outcome = await run().then(
    () => 'ok',
    (error: Error) => error.message.trim(),
  )
  const row = { package: name, runtime, use, outcome }
  rows.push(row)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const color = outcome === 'ok' ? 'green' : 'red'
  console.log(`${name.padEnd(12)} ${runtime.padEnd(10)} ${use.padEnd(46)} ${styleText(color, outcome)} (${seconds} s)`)
}

async function useOnNodes(name: string, project: Project, target: Target): Promise<void> {
  const { uses, refusal } = packageUses[name] as (typeof packageUses)[string]
  for (const { name: runtime, major, program } of nodes) {
    if (!program) continue
    const suitable = refusal && major < refusal.below ? [refusal] : uses.filter(({ node = 0 }) => major >= node)
    for (const { title, run } of suitable) {
      await record(name, runtime, title, () => run(project.on(program), target))
    }
  }
  if (!hasTypes(name)) return
  for (const [title, settings] of Object.entries(typeSettings)) {
    await record(name, 'TypeScript', `types: ${title}`, async () => {
      const messages = await checkTypes(name, project.folder, settings)
      if (messages) throw new Error(messages)
    })
  }
}

/** The commands that answer requests, with their flags. */
const servers: Record<string, string[]> = {
  mock: ['monitoring-mock', '--port', '0'],
  server: ['monitoring-server', '--demo', '--store', 'memory:', '--port', '0'],
}

/** `npx` of an installed command, up to its first answer. */
async function timeFirstAnswer(name: string, project: Project): Promise<string> {
  const [command, ...flags] = servers[name] ?? []
  if (!command) return ''
  const began = performance.now()
  const started = await project.on(process.execPath).start(command, ...flags)
  await fetch(`${started.url}/auth/login`, { method: 'POST' })
  const seconds = (performance.now() - began) / 1000
  await started.stop()
  await record(name, 'Node 24', `the first answer within ${startLimit} s`, async () => {
    if (seconds > startLimit) throw new Error(`${seconds.toFixed(1)} s`)
  })
  return `first answer ${seconds.toFixed(1)} s`
}

function summarize({ megabytes, packages, seconds }: Installation): string {
  return `${megabytes.toFixed(1)} MB, ${packages} packages, installed in ${seconds.toFixed(1)} s`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  process.stdout.write(help)
  process.exit()
}
const folder = await createFolder()
const target = await startTarget()
const sizes: string[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(packageUses)) {
  const { file, files } = await pack(name, folder)
  if (values.files) console.log(`${name}:\n  ${files.join('\n  ')}`)
  const installation = await installFromRegistry(name, file, packageUses[name]?.peers)
  const { project, megabytes } = installation
  await record(name, 'npm', `at most ${limits[name]} MB installed`, async () => {
    if (megabytes > (limits[name] ?? 0)) throw new Error(`${megabytes.toFixed(1)} MB`)
  })
  await useOnNodes(name, project, target)
  const start = await timeFirstAnswer(name, project)
  sizes.push(`${name.padEnd(12)} ${[summarize(installation), start].filter(Boolean).join(', ')}`)
  await project.remove()
}
await target.close()

const failed = rows.filter(({ outcome }) => outcome !== 'ok')
console.log(`\n${sizes.join('\n')}\n\n${rows.length - failed.length} of ${rows.length} ok`)
if (process.env.GITHUB_STEP_SUMMARY) {
  const lines = rows.map((row) => `| ${row.package} | ${row.runtime} | ${row.use} | ${row.outcome.split('\n', 1)} |`)
  const table = ['| package | runtime | what was done | |', '|---|---|---|---|', ...lines]
  appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${table.join('\n')}\n`)
}
process.exitCode = failed.length > 0 ? 1 : 0
