/** The files of the contract: openapi.yaml and the demo data. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Document } from './document.ts'
import { parseContract } from './yaml.ts'

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))

/** The records that the contract's examples refer to. */
export const demoDataFile = fileURLToPath(new URL('../demo/data.json', import.meta.url))

/** The forms in which the contract is published beside openapi.yaml: file name and meaning. */
export const publishedForms = {
  'openapi.json': 'OpenAPI 3.1 as JSON',
  'openapi-client.json': 'OpenAPI 3.1 for clients and agents: responses may have more properties',
  'openapi-3.0.json': 'the same as OpenAPI 3.0 with one error type, for gateways and strict generators',
  'openapi-valid-examples.json': 'OpenAPI 3.1 without examples of invalid requests',
  'openapi-documented.json': 'only what the service document states',
} as const

/** The text of one of them. */
export function readPublishedForm(name: string): string {
  return readFileSync(new URL(`../generated/openapi/${name}`, import.meta.url), 'utf8')
}

/** The collections of requests that are one file: file name and meaning. */
export const collections = {
  'postman.json': 'Postman: every scenario as request, example and test',
  'monitoring.http': 'JetBrains, httpYac: every scenario as request',
  'monitoring.rest': 'REST Client of VS Code: every scenario as request',
} as const

/** The text of one of them. */
export function readCollection(name: string): string {
  return readFileSync(new URL(`../generated/collections/${name}`, import.meta.url), 'utf8')
}

/** Reads and parses the file on each call, so the caller may change the document. */
export function readContract(file: string = contractFile): Document {
  return parseContract(readFileSync(file, 'utf8'))
}
