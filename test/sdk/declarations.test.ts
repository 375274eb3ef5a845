/** What editors show of the packed declarations, in each entry: the contract's words, credentials and error codes. */
import { join } from 'node:path'
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOperations } from '../../contract/openapi/document.ts'
import { installLinked, type Project } from '../support/packages/install.ts'

const described = Object.fromEntries(
  listOperations(readContract()).map(({ operation }) => [operation.operationId, operation]),
)
const ids = Object.keys(operations) as OperationId[]

/** How each entry names the function of an operation. */
const entries: Record<string, (id: OperationId) => string> = {
  'the main entry': (id) => `monitoring.${described[id]?.['x-sdk']}`,
  '/operations': (id) => `operations.${id}`,
  '/fetch': (id) => `byPath.${operations[id].method}`,
  '/react-query': (id) => `queries.${id}${operations[id].method === 'GET' ? 'Options' : 'Mutation'}`,
}
const callOf = (entry: string, id: OperationId) =>
  `${entries[entry]?.(id)}(${entry === '/fetch' ? `'${operations[id].path}', ` : ''}`
const program = [
  "import { createMonitoring } from '@monitoring-service/sdk'",
  "import { createFetch } from '@monitoring-service/sdk/fetch'",
  "import * as operations from '@monitoring-service/sdk/operations'",
  "import * as queries from '@monitoring-service/sdk/react-query'",
  "const monitoring = createMonitoring({ baseUrl: 'https://monitoring.example' })",
  "const byPath = createFetch({ baseUrl: 'https://monitoring.example' })",
  'declare const input: never',
  "monitoring.account.scheduleDeletion({ password: 'x' })",
  "monitoring.auth.login({ password: '', email: '' })",
  ...Object.keys(entries).flatMap((entry) => ids.map((id) => `${callOf(entry, id)}input)`)),
].join('\n')

/** Errors of all operations; the comment of `createMonitoring` lists them once. */
const shared = ['405', '413', '415', '500', '503']

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const toText = (parts?: ts.SymbolDisplayPart[]) => oneLine(ts.displayPartsToString(parts))

let service: ts.LanguageService
let project: Project
const file = () => join(project.folder, 'program.ts')
beforeAll(async () => {
  project = await installLinked('sdk', ['@tanstack/react-query', '@types/react', 'valibot'])
  const { sys } = ts
  const readFile = (name: string) => (name === file() ? program : sys.readFile(name))
  service = ts.createLanguageService({
    // Without it, a linked package does not find the packages that it imports.
    ...(sys.realpath && { realpath: sys.realpath }),
    directoryExists: sys.directoryExists,
    readFile,
    fileExists: (name) => name === file() || sys.fileExists(name),
    getScriptFileNames: () => [file()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(readFile(name) ?? ''),
    getCurrentDirectory: () => project.folder,
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true, types: [] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
}, 60_000)
afterAll(() => project?.remove())

/** The tooltip of a function in a call. */
function quickInfo(call: string, name: string) {
  const found = service.getQuickInfoAtPosition(file(), program.indexOf(call) + name.length - 1)
  return {
    shown: toText(found?.displayParts),
    documentation: toText(found?.documentation),
    tags: found?.tags?.map(({ name, text }) => `@${name} ${toText(text)}`) ?? [],
  }
}

/** What an editor shows between the parentheses of a call. */
function signatureHelp(call: string) {
  const { items = [], selectedItemIndex = 0 } =
    service.getSignatureHelpItems(file(), program.indexOf(call) + call.length, undefined) ?? {}
  const item = items[selectedItemIndex]
  const parameters = item?.parameters.map(({ name, documentation }) => [name, toText(documentation)])
  return { documentation: toText(item?.documentation), parameters: Object.fromEntries(parameters ?? []) }
}

/** Error codes by status, as the line after `@throws ApiError` or in `/fetch` after "The error may be" lists them. */
function listedErrors(tags: string[]) {
  const [, list = ''] = /(?:@throws ApiError|The error may be) (.*)\.$/m.exec(tags.join('\n')) ?? []
  return list.split('; ').map((part) => {
    const [, status, codes, rest] = /^(\d{3}) ((?:`[A-Z_]+`(?: or )?)+)(.*)$/.exec(part) ?? []
    expect(rest, part).toMatch(/^( with `detail\.\w+`)?$/)
    return [status, codes?.match(/[A-Z_]+/g)]
  })
}

describe.each(Object.keys(entries))('The tooltip of a function of %s', (entry) => {
  it.each(ids)('shows what the contract says of %s: description, inputs, credential, error codes', (id) => {
    const call = callOf(entry, id)
    const { documentation, shown, tags } = quickInfo(call, entries[entry]?.(id) ?? '')
    const { description = '', 'x-source': source } = described[id] ?? {}
    expect(description).toMatch(/\.$/m)
    expect(documentation.slice(0, oneLine(description).length)).toBe(oneLine(description))
    if (source) expect(documentation).toContain(`(${source}.)`)
    else expect(described[id]).toHaveProperty('x-decided')

    const { scheme, scopes = [] }: { scheme?: string; scopes?: readonly string[] } = operations[id].security ?? {}
    expect(documentation.includes('Needs write scope.')).toBe(scopes.includes('write'))
    expect(documentation.includes('Needs the admin API key.')).toBe(scheme === 'adminApiKey')

    const declared = Object.entries(operations[id].responses)
      .filter(([status]) => !shared.includes(status))
      .map(([status, codes]) => [status, (codes as readonly string[]).filter((code) => code !== 'NOT_FOUND')])
      .filter(([, codes]) => codes?.length)
    expect(listedErrors(tags)).toEqual(declared)
    expect(tags).toContainEqual(expect.stringMatching(/^@returns \w.*\.$/))

    const help = signatureHelp(call)
    expect(help.documentation).toBe(documentation)
    const explained = Object.values(help.parameters).filter((text) => /^(?:`\w.*|\w.*)\.$/.test(`${text}`))
    expect(explained.length, JSON.stringify(help.parameters)).toBe(Object.keys(help.parameters).length)
    expect(explained.length).toBeGreaterThan(0)
    // Words of generators, and types that the packed files do not find.
    expect(shown).not.toMatch(/import\(|true|"data"|\bany\b/)
  })
})

it('The tooltip of a field of a body says what it means', () => {
  const words = ["({ password: '", "email: '"].map((text) => program.indexOf(text) + text.length - 4)
  const texts = words.map((at) => toText(service.getQuickInfoAtPosition(file(), at)?.documentation))
  expect(texts).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)])
})

it('The tooltip of createMonitoring names the errors that any operation may answer.', () => {
  const { documentation } = quickInfo('createMonitoring({', 'createMonitoring')
  for (const named of ['413', 'PAYLOAD_TOO_LARGE', '500', 'INTERNAL_ERROR', '503', 'UNAVAILABLE']) {
    expect(documentation).toContain(named)
  }
})
