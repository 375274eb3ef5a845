/** The files of the API reference: what the server serves below /docs, and `npm run docs` writes for any file server. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { baseStyle } from '@monitoring-service/contract/html'
import { readable } from './describe-contract.ts'
import { type Place, toReference } from './reference.ts'

export interface Site {
  /** Servers that its requests can be sent to; relative addresses are those of the server it came from. */
  places: Place[]
  /** Whether the demo's accounts are offered as callers. */
  hasDemo: boolean
}

const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))
const here = import.meta.dirname

const copies = {
  'swagger-ui.css': viewer,
  'swagger-ui-bundle.js': viewer,
  'favicon-32x32.png': viewer,
  'reference.css': here,
  'reference-plugin.js': here,
  'reference.js': here,
}

/** Each file by its name; addresses in them are relative, so that they can be put anywhere. */
export function listFiles({ places, hasDemo }: Site) {
  const copied = Object.entries(copies).map(([name, folder]) => [name, () => readFileSync(join(folder, name))] as const)
  return {
    ...(Object.fromEntries(copied) as Record<keyof typeof copies, () => Buffer>),
    'index.html': () => toReference(places, hasDemo),
    'look.css': () => baseStyle,
    'openapi.json': () => JSON.stringify(readable(readContract(), places.map(toServer))),
    'openapi.yaml': () => readFileSync(contractFile),
  }
}

/** A place that the reader types is a server with a variable. */
function toServer(place: Place): object {
  return place.url.startsWith('{') ? { ...place, variables: { base_url: { default: 'http://localhost:3000' } } } : place
}
