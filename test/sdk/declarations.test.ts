/** What editors show of the published declarations: the contract's descriptions, credentials and error codes. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOperations } from '../../contract/openapi/document.ts'
import { type Folder, makeFolder } from '../support/folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const described = Object.fromEntries(
  listOperations(readContract()).map(({ operation }) => [operation.operationId, operation]),
)
const functionOf = (id: OperationId) => String(described[id]?.['x-sdk'])
const program = [
  "import { createMonitoring } from './index.js'",
  "const monitoring = createMonitoring({ baseUrl: 'https://monitoring.example' })",
  ...Object.keys(operations).map((id) => `monitoring.${functionOf(id as OperationId)}`),
].join('\n')

/** Errors of all operations; the comment of `createMonitoring` lists them once. */
const shared = ['404 NOT_FOUND', '405', '413', '415', '500', '503']

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

let service: ts.LanguageService
let folder: Folder
const file = () => folder.at('program.ts')
beforeAll(async () => {
  folder = await makeFolder()
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [
    compiler,
    '-p',
    join(root, 'sdk/tsconfig.build.json'),
    '--outDir',
    folder.path,
  ])
  const { sys } = ts
  const readFile = (name: string) => (name === file() ? program : sys.readFile(name))
  service = ts.createLanguageService({
    directoryExists: sys.directoryExists,
    readFile,
    fileExists: (name) => name === file() || sys.fileExists(name),
    getScriptFileNames: () => [file()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(readFile(name) ?? ''),
    getCurrentDirectory: () => folder.path,
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true, types: [] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
}, 60_000)
afterAll(() => folder?.remove())

/** The text of the tooltip at the end of a piece of the program. */
function quickInfo(text: string) {
  const found = service.getQuickInfoAtPosition(file(), program.indexOf(text) + text.length - 1)
  const throws = found?.tags?.filter(({ name }) => name === 'throws') ?? []
  return {
    documentation: oneLine(ts.displayPartsToString(found?.documentation)),
    throws: throws.map(({ text }) => oneLine(ts.displayPartsToString(text))),
  }
}

describe.each(Object.keys(operations) as OperationId[])('The tooltip of the function of %s', (id) => {
  const tooltip = () => quickInfo(`monitoring.${functionOf(id)}`)

  it("begins with the contract's description and cites the service document, unless it was decided beyond it.", () => {
    const { documentation } = tooltip()
    const description = oneLine(described[id]?.description ?? '')
    expect(description).toMatch(/\.$/)
    expect(documentation.slice(0, description.length)).toBe(description)
    const { 'x-source': source } = described[id] ?? {}
    if (source) expect(documentation).toContain(`(${source}.)`)
    else expect(described[id]).toHaveProperty('x-decided')
  })

  it('lists under @throws the statuses with the codes that the contract declares, in its order.', () => {
    const [line = ''] = tooltip().throws
    const listed = (/^ApiError (.*)\.$/.exec(line)?.[1] ?? '').split('; ').map((part) => {
      const [, status, codes, rest] = /^(\d{3}) ((?:`[A-Z_]+`(?: or )?)+)(.*)$/.exec(part) ?? []
      expect(rest, part).toMatch(/^( with `detail\.\w+`)?$/)
      return [status, codes?.match(/[A-Z_]+/g)]
    })
    const declared = Object.entries(operations[id].responses).filter(
      ([status, codes]) => codes.length > 0 && !shared.includes(status) && !shared.includes(`${status} ${codes}`),
    )
    expect(listed).toEqual(declared)
  })

  it('names the required credential, and no other.', () => {
    const { documentation } = tooltip()
    const { security } = operations[id]
    const scopes: readonly string[] = security?.scopes ?? []
    expect(documentation.includes('Needs write scope.')).toBe(scopes.includes('write'))
    expect(documentation.includes('Needs the admin API key.')).toBe(security?.scheme === 'adminApiKey')
  })
})

it('The tooltip of createMonitoring names the errors that any operation may answer.', () => {
  const { documentation } = quickInfo('= createMonitoring')
  for (const named of ['413', 'PAYLOAD_TOO_LARGE', '500', 'INTERNAL_ERROR', '503', 'UNAVAILABLE']) {
    expect(documentation).toContain(named)
  }
})
