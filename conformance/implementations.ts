/** `npm run implementations -- FILE…`: adds reports of the kit to reports/, and writes their table into its README. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Result } from './report/result.ts'
import { levels } from './verdict/verdict.ts'

type Entry = Pick<Result, 'kit' | 'target' | 'verdict' | 'counts' | 'without' | 'connections' | 'started'>

const folder = fileURLToPath(new URL('../reports/', import.meta.url))
const page = join(folder, 'README.md')
const [begin, end] = ['<!-- table: npm run implementations -->\n', '<!-- end -->\n']

/** @throws Error if the report has no name or is of a selection. */
function add(file: string): void {
  const { kit, target, verdict, counts, without, connections, started, selection }: Result = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  if (target.name === undefined) throw new Error(`${file}: give the implementation a name: --target-name`)
  if (selection) throw new Error(`${file}: only some checks were run`)
  const { url: _, ...about } = target
  const entry = { kit, target: about, verdict, counts, without, connections, started }
  const path = join(folder, target.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), `${kit.version}.json`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(entry, null, 2)}\n`)
}

function renderTable(): string {
  const rows = globSync('*/*.json', { cwd: folder })
    .sort()
    .map((file) => {
      const { kit, target, verdict, counts, started }: Entry = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      const checks = levels.map((level) => `${verdict[level]} (${counts[level].pass ?? 0} pass)`)
      const name = `[${target.name}](${file})`
      return `| ${[name, target.version ?? '', ...checks, kit.version, started.slice(0, 10)].join(' | ')} |\n`
    })
  const head = ['implementation', 'version', ...levels, 'kit', 'date']
  return `| ${head.join(' | ')} |\n|${head.map(() => '---|').join('')}\n${rows.join('')}`
}

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
for (const file of positionals) add(file)
const text = readFileSync(page, 'utf8')
const [before = '', rest = ''] = text.split(begin)
const fresh = `${before}${begin}${renderTable()}${end}${rest.split(end)[1] ?? ''}`
if (values.check && fresh !== text) {
  console.error('reports/README.md is outdated: npm run implementations')
  process.exitCode = 1
} else if (!values.check) writeFileSync(page, fresh)
