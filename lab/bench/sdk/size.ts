/** The benchmark `sdk-size`: the size of each client in a bundle, minified by esbuild and compressed. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { inFolder } from '../../folder.ts'
import type { Benchmark } from '../report.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

export interface Size {
  program: string
  minified: number
  gzip: number
  /** The largest permitted compressed size. */
  budget?: number
}

interface Program {
  name: string
  source: string
  budget?: number
}

const ours: Program[] = [
  {
    name: 'ours, one operation',
    source: `export { createClient, resolveIncident } from '../../../sdk/operations.ts'`,
    budget: 3100,
  },
  { name: 'ours, all eight', source: `export { createMonitoring } from '../../../sdk/index.ts'`, budget: 3680 },
  { name: 'ours, by path', source: `export { createFetch } from '../../../sdk/fetch.ts'`, budget: 3350 },
  {
    name: 'ours, all eight with refresh',
    source: `export { createMonitoring, withRefresh } from '../../../sdk/index.ts'`,
    budget: 4000,
  },
  {
    name: 'ours, all eight with logEvents',
    source: `export { createMonitoring, logEvents } from '../../../sdk/index.ts'`,
    budget: 3935,
  },
  {
    name: 'ours, all eight with validators',
    source: `import { createMonitoring } from '../../../sdk/index.ts'
      import { validate } from '../../../sdk/validators.ts'
      export const create = (options) => createMonitoring({ ...options, validate })`,
    budget: 5825,
  },
]

/** openapi-fetch names operations by path, so the paths are part of its program. */
const openapiFetchAll = `import createClient from 'openapi-fetch'
  export const create = (options) => {
    const client = createClient(options)
    return {
      signup: (body) => client.POST('/auth/signup', { body }),
      login: (body) => client.POST('/auth/login', { body }),
      resolve: (id, body) => client.PUT('/api/v1/incidents/{id}/resolve', { params: { path: { id } }, body }),
      delete: (id) => client.DELETE('/api/v1/incidents/{id}', { params: { path: { id } } }),
      scheduleDeletion: (body) => client.POST('/dashboard/account/delete', { body }),
      deletionRequests: (query) => client.GET('/admin/deletion-requests', { params: { query } }),
      resetServiceStats: (id, query) => client.DELETE('/api/v1/services/{id}/stats', { params: { path: { id }, query } }),
      resetMonitorStats: (id, query) => client.DELETE('/api/v1/monitors/{id}/stats', { params: { path: { id }, query } }),
    }
  }`

const stripeOne = `import Stripe from 'stripe'
  export const run = (key, id) => new Stripe(key).customers.retrieve(id)`

async function measure({ name, source, budget }: Program): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  const bundle = outputFiles[0]?.contents ?? new Uint8Array()
  const size = { program: name, minified: bundle.length, gzip: gzipSync(bundle, { level: 9 }).length }
  return budget === undefined ? size : { ...size, budget }
}

/** Our programs, each with its budget. */
export function measureOurs(): Promise<Size[]> {
  return Promise.all(ours.map(measure))
}

async function measurePeers(): Promise<Size[]> {
  const { generateHeyApi } = await import('./hey-api.ts')
  return inFolder(async (folder) => {
    const generated = join(folder, 'generated')
    await generateHeyApi(generated)
    const heyApi = JSON.stringify(join(generated, 'sdk.gen.ts'))
    const programs: Program[] = [
      { name: 'openapi-fetch, all eight', source: openapiFetchAll },
      { name: 'hey-api default, one operation', source: `export { resolveIncident } from ${heyApi}` },
      { name: 'hey-api default, all eight', source: `export * from ${heyApi}` },
      { name: 'ky, no operations', source: `export { default } from 'ky'` },
      { name: 'stripe, one call', source: stripeOne },
    ]
    return Promise.all(programs.map(measure))
  })
}

export const sdkSize: Benchmark = {
  title: 'bytes of a bundle (esbuild, minified, ES2022 for browsers), and of that by gzip -9',
  async run() {
    const sizes = [...(await measureOurs()), ...(await measurePeers())]
    const rows = sizes.map(({ program, minified, gzip, budget }) => ({
      program,
      'min B': minified,
      'gzip B': gzip,
      'budget B': budget ?? '',
      'within budget': budget === undefined ? '' : gzip <= budget ? 'yes' : 'no',
    }))
    return { rows }
  },
}
