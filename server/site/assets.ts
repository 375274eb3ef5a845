/** The files of the API reference: the server serves them below /docs, and `npm run docs` writes them for any file server. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { baseStyle } from '@monitoring-service/contract/html'
import { describeContract } from './describe-contract.ts'
import { type ApiServer, renderReference } from './reference.ts'

export interface SiteOptions {
  /** The servers that the reference can send requests to. Relative URLs resolve against the server of the page. */
  servers: ApiServer[]
  /** Whether the demo's accounts are offered as callers. */
  hasDemo: boolean
}

const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))
const site = import.meta.dirname

/** The files that are served as they are on the disk: name and folder. */
export const staticFiles: Record<string, string> = {
  'swagger-ui.css': swaggerUi,
  'swagger-ui-bundle.js': swaggerUi,
  'favicon-32x32.png': swaggerUi,
  'reference.css': site,
  'reference-plugin.js': site,
  'reference.client.js': site,
}

/** The files that are generated. URLs in them are relative, so that the site works below any path. */
export function renderedFiles({ servers, hasDemo }: SiteOptions) {
  return {
    'index.html': () => renderReference(servers, hasDemo),
    'base.css': () => baseStyle,
    'openapi.json': () => JSON.stringify(describeContract(readContract(), servers.map(toServerObject))),
    'openapi.yaml': () => readFileSync(contractFile, 'utf8'),
  } satisfies Record<string, () => string>
}

/** A server whose URL the reader types is a server with a variable. */
function toServerObject(server: ApiServer): object {
  return server.url.startsWith('{')
    ? { ...server, variables: { base_url: { default: 'http://localhost:3000' } } }
    : server
}
