/** The files of the pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demo } from '@monitoring-service/contract'
import {
  collections,
  contractFile,
  contractSchemaFile,
  publishedForms,
  readContract,
  readPublished,
} from '@monitoring-service/contract/files'
import { baseStyle } from '@monitoring-service/contract/html'
import { renderFullGuide } from './full-guide.ts'
import { renderGuide } from './guide.ts'
import { type ReferenceOptions, renderReference } from './reference/page.ts'
import { colourScenarios, showScenarios } from './reference/scenarios.ts'

/** Scripts and styles, as they are on the disk. */
const scripts = ['page.client.js', 'send.client.js', 'search.client.js', 'copy.client.js']
const styles = ['page.css', 'operation.css']

/** The files of the API reference: each by its name, rendered when it is first asked for. URLs in them are relative. */
export function referenceFiles(options: ReferenceOptions): Record<string, () => string | Promise<string>> {
  const adminKey = options.hasDemo ? demo.adminApiKey : 'the admin API key'
  const scenarios = () => showScenarios(adminKey)
  return {
    'index.html': () => renderReference(readContract(), scenarios(), read('../../docs/clients.md'), options),
    'scenarios.json': async () => JSON.stringify(await colourScenarios(scenarios())),
    'base.css': () => baseStyle,
    'favicon.svg': () => read('favicon.svg'),
    ...Object.fromEntries(scripts.map((name) => [name, () => read(join('client', name))])),
    ...Object.fromEntries(styles.map((name) => [name, () => read(join('reference', name))])),
  }
}

/**
 * The files for programs, which stand at the root, too: the contract in each form, guides to it, and collections of its
 * scenarios, which only work with the records of the demo.
 */
export const rootFiles = (hasDemo: boolean): Record<string, () => string | Promise<string>> => ({
  'openapi.yaml': () => readFileSync(contractFile, 'utf8'),
  ...Object.fromEntries(
    Object.keys({ ...publishedForms, ...(hasDemo && collections) }).map((name) => [name, () => readPublished(name)]),
  ),
  'openapi.schema.json': () => readFileSync(contractSchemaFile, 'utf8'),
  'llms.txt': () => renderGuide(readContract(), hasDemo),
  'llms-full.txt': () => renderFullGuide(readContract()),
})

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
