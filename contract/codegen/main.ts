/** `npm run generate`: writes all generated files that are committed; with `--check`, lists the outdated ones instead. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { deriveContract, deriveSchemas } from '../derive/contract.ts'
import { shorten } from '../derive/scenario-file.ts'
import { openapiSchema } from '../extensions/schema.ts'
import { contractFile, readContract, readPublished } from '../openapi/files.ts'
import { loadGenerators } from './load-generators.ts'
import { makePublished } from './published.ts'
import { generateSdk } from './sdk.ts'
import { fillReadme } from './sdk-readme.ts'
import { generateValidators } from './validators.ts'

const root = dirname(contractFile)
const header = '// Made from openapi.yaml by `npm run generate`. Do not edit.\n'

async function generate(into: string): Promise<void> {
  const document = readContract()
  const contract = deriveContract(document)
  const { scenarios, operations, errors, limits, commonHeaders, credentialHeaders } = contract
  const constant = (name: string, value: unknown) =>
    `export const ${name} = ${JSON.stringify(value, null, 2)} as const\n`
  const namesOf = (id: string) => {
    const own = scenarios.filter(({ operationId }) => operationId === id)
    return `  ${id}: ${own.map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'}`
  }
  const table = [
    header,
    '/** Method, path, security, inputs and responses of every operation. */',
    constant('operations', operations),
    '/** Status, message and headers of every error code. */',
    constant('errors', errors),
    '/** The limits that JSON Schema cannot express. */',
    constant('limits', limits),
    '/** The headers that every response has with the same value. */',
    constant('commonHeaders', commonHeaders),
    '/** The request header with the credential of each security scheme. */',
    constant('credentialHeaders', credentialHeaders),
    '/** The pattern of a request id. */',
    constant('requestIdPattern', contract.requestIdPattern),
    '/** The pattern of the id of a user. */',
    constant('userIdPattern', contract.userIdPattern),
    '/** The hash of the schemas from which the validators are made. */',
    constant('schemasHash', contract.schemasHash),
    'export type OperationId = keyof typeof operations',
    'export type ErrorCode = keyof typeof errors',
    '/** The names of the scenarios of each operation. */',
    `export interface ScenarioNames {\n${Object.keys(operations).map(namesOf).join('\n')}\n}`,
    '',
  ].join('\n')
  write(join(into, 'contract/generated/table.ts'), table)
  const stored = scenarios.map((scenario) => shorten(scenario, errors))
  for (const [name, value] of Object.entries({ scenarios: stored, 'openapi.schema': openapiSchema })) {
    write(join(into, 'contract/generated', `${name}.json`), `${JSON.stringify(value, null, 2)}\n`)
  }
  const validators = await generateValidators(deriveSchemas(document), header)
  for (const [file, text] of Object.entries(validators)) write(join(into, 'contract/generated', file), text)
  const { astToString, openapiTypescript } = await loadGenerators()
  // The descriptions are in openapi.yaml; the types that are published, the SDK's, have them as comments.
  const formatOptions = { removeComments: true }
  const types = astToString(await openapiTypescript(new URL(`file://${contractFile}`)), { formatOptions })
  write(join(into, 'contract/generated/types.ts'), header + types)
  const sdk = await generateSdk(document, header)
  for (const [file, text] of Object.entries(sdk)) write(join(into, 'sdk/generated', file), text)
  const { version } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'))
  const comment = '/** Name and version of this package, as a value of the header User-Agent. */'
  const agent = `export const userAgent = 'monitoring-service-sdk/${version}'`
  write(join(into, 'sdk/generated/user-agent.gen.ts'), `${comment}\n${agent}\n`)
  write(join(into, 'sdk/README.md'), fillReadme(document, readFileSync(join(root, 'sdk/README.md'), 'utf8')))
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const help = `Writes the files that are derived from openapi.yaml and committed.

  npm run generate -- [--check]

  --check   write nothing; list the files that are outdated, and published files that differ each time
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

/** The published files, which are not committed, that the thread of a server makes otherwise than this process. */
async function listUnstable(): Promise<string[]> {
  const unstable: string[] = []
  for (const [path, text] of Object.entries(makePublished())) {
    if ((await readPublished(path.replace(/^\w+\//, ''))) !== text) unstable.push(path)
  }
  return unstable
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
      const unstable = await listUnstable()
      for (const file of outdated) console.error(`${file} is not what openapi.yaml says; run \`npm run generate\``)
      for (const file of unstable) console.error(`${file} is not the same each time it is made`)
      process.exitCode = outdated.length + unstable.length > 0 ? 1 : 0
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
