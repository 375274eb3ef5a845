/** The files of the contract: openapi.yaml and the demo data. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Document } from './document.ts'
import { parseContract } from './yaml.ts'

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))

/** The records that the contract's examples refer to. */
export const demoDataFile = fileURLToPath(new URL('../demo/data.json', import.meta.url))

/** Reads and parses the file on each call, so the caller may change the document. */
export function readContract(file: string = contractFile): Document {
  return parseContract(readFileSync(file, 'utf8'))
}
