/** Makes the files that are published beside openapi.yaml: its forms for tools, and the scenarios as collections of requests. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deriveContract } from '../derive/contract.ts'
import { readContract } from '../openapi/files.ts'
import { toBruno } from './collections/bruno.ts'
import { toHttpFile, toRestFile } from './collections/http-file.ts'
import { toPostman } from './collections/postman.ts'
import { collectionRequests } from './collections/requests.ts'
import { derivePublishedForms } from './published-forms.ts'

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** @returns the texts of the files by their paths. */
export function makePublished(): Record<string, string> {
  const document = readContract()
  const { title } = document.info as { title: string }
  const requests = collectionRequests(deriveContract(document))
  const forms = Object.entries(derivePublishedForms(document))
  return {
    ...Object.fromEntries(forms.map(([name, form]) => [`openapi/${name}`, toJson(form)])),
    'collections/postman.json': toJson(toPostman(title, requests)),
    'collections/monitoring.http': toHttpFile(requests),
    'collections/monitoring.rest': toRestFile(requests),
    ...Object.fromEntries(
      Object.entries(toBruno(title, requests)).map(([name, text]) => [`collections/bruno/${name}`, text]),
    ),
  }
}

/** Where people find them after `npm run build`. */
const defaultFolder = fileURLToPath(new URL('../../dist/contract', import.meta.url))

/** Writes them, or those of some folders, below a folder, and returns that. */
export function writePublished(into = defaultFolder, folders?: string[]): string {
  for (const [path, text] of Object.entries(makePublished())) {
    if (folders && !folders.includes(dirname(path))) continue
    const file = join(into, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return into
}
