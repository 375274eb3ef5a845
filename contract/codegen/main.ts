/** `npm run generate`: writes all generated files that are committed; with `--check`, lists the outdated ones instead. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { deriveContract, deriveSchemas } from '../derive/contract.ts'
import { shorten } from '../derive/scenario-file.ts'
import { openapiSchema } from '../extensions/schema.ts'
import { contractFile, readContract } from '../openapi/files.ts'
import { loadGenerators } from './load-generators.ts'
import { generateSdk } from './sdk.ts'
import { fillReadme } from './sdk-readme.ts'
import { generateTable } from './table.ts'
import { generateValidators } from './validators.ts'

const root = dirname(contractFile)
const header = '// Made from openapi.yaml by `npm run generate`. Do not edit.\n'

/** Writes the generated files to a folder that stands for the root of the repository. */
async function generate(into: string): Promise<void> {
  const document = readContract()
  const contract = deriveContract(document)
  const scenarios = contract.scenarios.map((scenario) => shorten(scenario, contract.errors))
  const { astToString, openapiTypescript } = await loadGenerators()
  // The descriptions are in openapi.yaml; the types that are published, the SDK's, have them as comments.
  const formatOptions = { removeComments: true }
  const types = astToString(await openapiTypescript(pathToFileURL(contractFile)), { formatOptions })
  const { version } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'))
  const comment =
    '/** Name and version of this package, for the header User-Agent. The client does not send it: pass it in the option `headers`. */'
  writeAll(join(into, 'contract/generated'), {
    'table.ts': header + generateTable(contract),
    'scenarios.json': toJson(scenarios),
    'openapi.schema.json': toJson(openapiSchema),
    'types.ts': header + types,
    ...(await generateValidators(deriveSchemas(document), header)),
  })
  writeAll(join(into, 'sdk/generated'), {
    ...(await generateSdk(document, header)),
    'user-agent.gen.ts': `${comment}\nexport const userAgent = 'monitoring-service-sdk/${version}'\n`,
  })
  writeAll(join(into, 'sdk'), { 'README.md': fillReadme(document, readFileSync(join(root, 'sdk/README.md'), 'utf8')) })
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** @param texts by the names of the files. */
function writeAll(folder: string, texts: Record<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
}

const help = `Writes the files that are derived from openapi.yaml and committed.

  npm run generate -- [--check]

  --check   write nothing; list the files that are outdated
  --help    print this text
`

const folders = ['contract/generated', 'sdk/generated']
const files = ['sdk/README.md']

/** The generated files that are missing, unexpected or different. */
function listOutdated(fresh: string): string[] {
  const list = (base: string) =>
    folders
      .flatMap((folder) => readdirSync(join(base, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(base, join(entry.parentPath, entry.name)))
  const read = (base: string, file: string) => {
    try {
      return readFileSync(join(base, file), 'utf8')
    } catch {
      return undefined
    }
  }
  return [...new Set([...list(root), ...list(fresh), ...files])].filter(
    (file) => read(root, file) !== read(fresh, file),
  )
}

async function run(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { check: flag, help: flag } })
  if (values.help) return void process.stdout.write(help)
  const fresh = mkdtempSync(join(tmpdir(), 'generate-'))
  try {
    await generate(fresh)
    const outdated = listOutdated(fresh)
    if (values.check) {
      for (const file of outdated) console.error(`${file} is not what openapi.yaml says; run \`npm run generate\``)
      process.exitCode = outdated.length > 0 ? 1 : 0
      return
    }
    for (const folder of folders) rmSync(join(root, folder), { recursive: true, force: true })
    cpSync(fresh, root, { recursive: true })
    console.log(`${[...folders, ...files].join(', ')} are what openapi.yaml says`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

await run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
