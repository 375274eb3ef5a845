/** What has to be read from a disk: the contract itself, and the demo's records. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Document } from './document.ts'
import { parseContract } from './yaml.ts'

export const contractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))

/** Records that make the contract's examples true. */
export const demoDataFile = fileURLToPath(new URL('../demo/data.json', import.meta.url))

/** Reads the contract anew; every caller owns its copy. */
export function readContract(file: string = contractFile): Document {
  return parseContract(readFileSync(file, 'utf8'))
}
