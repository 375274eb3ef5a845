/** An editor with YAML support completes, explains and checks the extensions in openapi.yaml, without a network. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contractFile } from '@monitoring-service/contract/files'
import { beforeAll, expect, test } from 'vitest'
import { installPlace } from '../../build/place.ts'

interface Service {
  configure(settings: object): void
  doValidation(
    document: object,
    isKubernetes: boolean,
  ): Promise<{ range: { start: { line: number } }; message: string }[]>
  doComplete(document: object, position: object, isKubernetes: boolean): Promise<{ items: { label: string }[] }>
  doHover(document: object, position: object): Promise<{ contents: { value: string } }>
}

const text = readFileSync(contractFile, 'utf8')
let service: Service
let open: (changed: string) => { positionAt(offset: number): object }

beforeAll(async () => {
  // The schema of OpenAPI 3.1, which an editor loads from spec.openapis.org. The package exports it under no name.
  const file = join(dirname(contractFile), 'node_modules/@hyperjump/json-schema/openapi-3-1/schema.js')
  const { default: openapi } = await import(pathToFileURL(file).href)
  const load = createRequire(join(installPlace('test/contract/editor'), 'package.json'))
  const { TextDocument } = load('vscode-languageserver-textdocument')
  let opened = 0
  // Each text has a file of its own, since the service remembers the last one.
  open = (changed) => TextDocument.create(`file://${dirname(contractFile)}/${opened++}.yaml`, 'yaml', 1, changed)
  const read = async (uri: string) =>
    uri.startsWith('file:') ? readFileSync(new URL(uri), 'utf8') : JSON.stringify(openapi)
  const workspaceContext = { resolveRelativePath: (path: string, base: string) => new URL(path, base).href }
  const telemetry = { send() {}, sendError() {}, sendTrack() {} }
  service = load('yaml-language-server').getLanguageService({
    schemaRequestService: read,
    workspaceContext,
    telemetry,
  })
  service.configure({ validate: true, completion: true, hover: true, yamlVersion: '1.2' })
}, 120_000)

async function complete(line: string, changed: string): Promise<string[]> {
  const document = open(text.replace(line, changed))
  const end = text.indexOf(line) + changed.length
  return (await service.doComplete(document, document.positionAt(end), false)).items.map(({ label }) => label)
}

test('the contract has no error', async () => {
  expect(await service.doValidation(open(text), false)).toEqual([])
})

test('a misspelled extension is marked in its line', async () => {
  const edited = text.replace('x-caller: anonymous', 'x-calller: anonymous')
  const [error] = await service.doValidation(open(edited), false)
  expect(edited.split('\n')[error?.range.start.line ?? 0]).toContain('x-calller')
  expect(error?.message).toContain('"x-caller"')
})

test('the names of extensions and the callers are completed', async () => {
  expect(await complete('x-caller: anonymous', 'x-')).toEqual(
    expect.arrayContaining(['x-caller', 'x-credential', 'x-given', 'x-send', 'x-decided']),
  )
  expect(await complete('x-caller: anonymous', 'x-caller: ')).toContain('viewer@acme.example')
})

test('an extension is explained', async () => {
  const document = open(text)
  const { contents } = await service.doHover(document, document.positionAt(text.indexOf('x-caller:') + 2))
  expect(contents.value).toContain('Who sends the request')
})
