/** Installs the code generators of other authors if needed, and loads them. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPlace } from '../../build/place.ts'

/** The part of them that is used. Their own types are known only when they are installed, and types are checked before. */
export interface Generators {
  /** hey-api's. */
  createClient(config: object): Promise<unknown>
  openapiTypescript(file: URL): Promise<unknown>
  astToString(types: unknown, options: { formatOptions: { removeComments: boolean } }): string
}

export async function loadGenerators(): Promise<Generators> {
  return import(pathToFileURL(join(installPlace('contract/codegen/generators'), 'index.ts')).href)
}
