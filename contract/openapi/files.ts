/** The files of the contract: openapi.yaml, the demo data, and what is published beside them. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Document } from './document.ts'
import { remember } from './remember.ts'
import { parseContract } from './yaml.ts'

export { remember } from './remember.ts'

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))

/** The JSON Schema of OpenAPI with our extensions, for editors. */
export const contractSchemaFile = fileURLToPath(new URL('../generated/openapi.schema.json', import.meta.url))

/** The records that the contract's examples refer to. */
export const demoDataFile = fileURLToPath(new URL('../demo/data.json', import.meta.url))

/** The forms in which the contract is published beside openapi.yaml: file name and meaning. */
export const publishedForms = {
  'openapi.json': 'OpenAPI 3.1 as JSON',
  'openapi-client.json': 'OpenAPI 3.1 for clients and agents: responses may have more properties',
  'openapi-3.0.json': 'OpenAPI 3.0 with one error type, for gateways and strict generators',
  'openapi-valid-examples.json': 'OpenAPI 3.1 without examples of invalid requests',
  'openapi-documented.json': 'OpenAPI 3.1 with only what the service document states',
} as const

/** The collections of requests that are one file: file name and meaning. */
export const collections = {
  'postman.json': 'Postman: every scenario as request, example and test',
  'monitoring.http': 'JetBrains, httpYac: every scenario as request',
  'monitoring.rest': 'REST Client of VS Code: every scenario as request',
} as const

/** In the repository only; a package contains the files. */
const maker = new URL('../codegen/published.ts', import.meta.url)
const makePublished = remember<Record<string, string>>(async () => (await import(maker.href)).makePublished())

/**
 * The text of a published form or collection. A package contains them; in the repository, all are made when one is
 * first read.
 */
export async function readPublished(name: string): Promise<string> {
  const path = `${name in publishedForms ? 'openapi' : 'collections'}/${name}`
  if (!existsSync(maker)) return readFile(new URL(`../generated/${path}`, import.meta.url), 'utf8')
  return (await makePublished())[path] as string
}

/** Reads and parses the file on each call, so the caller may change the document. */
export function readContract(file: string = contractFile): Document {
  return parseContract(readFileSync(file, 'utf8'))
}
