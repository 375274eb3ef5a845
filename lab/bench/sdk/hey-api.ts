/** hey-api's default output for the contract, generated in a temporary folder as a peer of our SDK. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contractFile } from '@monitoring-service/contract/files'
import { build } from 'esbuild'
import { loadGenerators } from '../../../contract/codegen/load-generators.ts'
import { inFolder } from '../../folder.ts'

/** Writes types, functions and hey-api's own client into a folder. */
export async function generateHeyApi(path: string): Promise<void> {
  const { createClient } = await loadGenerators()
  await createClient({
    input: contractFile,
    output: path,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  })
}

/** The part of a generated function's type that the benchmarks use. */
export type HeyApiFunction = (options: {
  baseUrl: string
  auth?: () => string
  signal?: AbortSignal | undefined
  path?: object
  body?: object
}) => Promise<{ data?: unknown; error?: unknown; response?: Response }>

export type HeyApi = Record<'login' | 'resolveIncident' | 'deleteIncident' | 'listDeletionRequests', HeyApiFunction>

/** Generates, bundles and imports it. */
export function loadHeyApi(): Promise<HeyApi> {
  return inFolder(async (folder) => {
    await generateHeyApi(join(folder, 'generated'))
    const entry = join(folder, 'generated/sdk.gen.ts')
    const outfile = join(folder, 'hey-api.mjs')
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', logLevel: 'error' })
    return (await import(pathToFileURL(outfile).href)) as HeyApi
  })
}
