/** hey-api's default output for this contract, in a temporary folder, to be measured beside ours. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { build } from 'esbuild'
import { contractFile } from '../contract/openapi/files.ts'

/** Makes a temporary folder, and removes it when the work is done, however it ends. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'monitoring-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Writes types, functions and hey-api's own client into a folder. */
export async function generateHeyApi(path: string): Promise<void> {
  await createClient({
    input: contractFile,
    output: path,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  })
}

/** What one of its functions takes and brings, as far as the benchmarks use it. */
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
    const generated = join(folder, 'generated')
    await generateHeyApi(generated)
    const outfile = join(folder, 'hey-api.mjs')
    await build({
      entryPoints: [join(generated, 'sdk.gen.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      logLevel: 'error',
    })
    return (await import(pathToFileURL(outfile).href)) as HeyApi
  })
}
