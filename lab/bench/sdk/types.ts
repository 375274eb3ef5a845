/** What each client's types cost the compiler of a program that calls all eight operations. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Benchmark } from '../report.ts'
import { median } from '../rounds.ts'
import { generateHeyApi, inFolder } from './hey-api.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const repeats = 3

const credentials = `{ email: 'ada@example.com', password: 'correct horse' }`

/** Each ends in the same eight data, with the same fields read, so that the types are not left alone. */
const read = `
const texts: string[] = [a.user.id, b.accessToken, c.incident.status, e.deletionScheduledAt, f.data[0]?.email ?? '']
const numbers: number[] = [g.deletedCount, h.deletedCount, f.pagination.total]
console.log(texts, numbers)
export {}
`

const consumers: Record<string, string> = {
  'no client': `const answer = await fetch('https://monitoring.example')\nconsole.log(answer.status)\nexport {}\n`,
  ours: `import { createMonitoring } from './ours/index.js'
const api = createMonitoring({ baseUrl: 'https://monitoring.example' })
const a = await api.auth.signup(${credentials})
const b = await api.auth.login(${credentials})
const c = await api.incidents.resolve('x', { cause: 'y' })
await api.incidents.delete('x')
const e = await api.account.scheduleDeletion({ password: 'z' })
const f = await api.admin.deletionRequests({ limit: 5 })
const g = await api.services.resetStats('x', { before: '2025-01-01' })
const h = await api.monitors.resetStats('x')
${read}`,
  'ours, by result()': `import { createMonitoring } from './ours/index.js'
const api = createMonitoring({ baseUrl: 'https://monitoring.example' })
function fail(): never {
  throw new Error('refused')
}
const signup = await api.auth.signup(${credentials}).result()
const a = signup.ok ? signup.data : fail()
const login = await api.auth.login(${credentials}).result()
const b = login.ok ? login.data : fail()
const resolved = await api.incidents.resolve('x', { cause: 'y' }).result()
const c = resolved.ok ? resolved.data : fail()
await api.incidents.delete('x').result()
const scheduled = await api.account.scheduleDeletion({ password: 'z' }).result()
const e = scheduled.ok ? scheduled.data : fail()
const list = await api.admin.deletionRequests({ limit: 5 }).result()
const f = list.ok ? list.data : fail()
const service = await api.services.resetStats('x', { before: '2025-01-01' }).result()
if (!service.ok && service.status === 403) console.log(service.error.detail.upgradeUrl)
const g = service.ok ? service.data : fail()
const monitor = await api.monitors.resetStats('x').result()
const h = monitor.ok ? monitor.data : fail()
${read}`,
  'openapi-fetch': `import createClient from 'openapi-fetch'
import type { paths } from './paths.js'
const client = createClient<paths>({ baseUrl: 'https://monitoring.example' })
const got = <T>(data: T | undefined): T => data as T
const params = { path: { id: 'x' } }
const a = got((await client.POST('/auth/signup', { body: ${credentials} })).data)
const b = got((await client.POST('/auth/login', { body: ${credentials} })).data)
const c = got((await client.PUT('/api/v1/incidents/{id}/resolve', { params, body: { cause: 'y' } })).data)
await client.DELETE('/api/v1/incidents/{id}', { params })
const e = got((await client.POST('/dashboard/account/delete', { body: { password: 'z' } })).data)
const f = got((await client.GET('/admin/deletion-requests', { params: { query: { limit: 5 } } })).data)
const g = got((await client.DELETE('/api/v1/services/{id}/stats', { params })).data)
const h = got((await client.DELETE('/api/v1/monitors/{id}/stats', { params })).data)
${read}`,
  'hey-api default': `import * as api from './hey-api/sdk.gen'
const got = <T>(data: T | undefined): T => data as T
const path = { id: 'x' }
const a = got((await api.signup({ body: ${credentials} })).data)
const b = got((await api.login({ body: ${credentials} })).data)
const c = got((await api.resolveIncident({ path, body: { cause: 'y' } })).data)
await api.deleteIncident({ path })
const e = got((await api.scheduleAccountDeletion({ body: { password: 'z' } })).data)
const f = got((await api.listDeletionRequests({ query: { limit: 5 } })).data)
const g = got((await api.resetServiceStats({ path, query: { before: '2025-01-01' } })).data)
const h = got((await api.resetMonitorStats({ path })).data)
${read}`,
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

/** Fails with the compiler's words if the program does not compile. */
async function compile(project: string, ...options: string[]): Promise<string> {
  try {
    return (await run(process.execPath, [tsc, '-p', project, ...options])).stdout
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout?.split('\n', 1)[0] || (error as Error).message)
  }
}

function readNumber(report: string, label: string): number {
  return Number(new RegExp(`^${label}:\\s*([\\d.]+)`, 'm').exec(report)?.[1])
}

async function measure(folder: string, client: string, source: string) {
  const name = client.replace(/\W+/g, '-')
  await writeFile(join(folder, `${name}.ts`), source)
  const project = join(folder, `tsconfig.${name}.json`)
  await writeFile(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  const reports: string[] = []
  for (let count = 0; count < repeats; count++) reports.push(await compile(project, '--extendedDiagnostics'))
  const [report = ''] = reports
  const time = (label: string) => Math.round(1000 * median(reports.map((text) => readNumber(text, label))))
  return {
    client,
    instantiations: readNumber(report, 'Instantiations'),
    types: readNumber(report, 'Types'),
    'check ms': time('Check time'),
    'total ms': time('Total time'),
  }
}

export const sdkTypes: Benchmark = {
  title: 'what tsc does for a program that calls all eight operations',
  run: () =>
    inFolder(async (folder) => {
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
      // By openapi-typescript.
      await copyFile(join(root, 'contract/generated/types.ts'), join(folder, 'paths.ts'))
      // A user of the published package meets its declarations; hey-api's output is part of the user's own sources.
      await mkdir(join(folder, 'ours'))
      await compile(join(root, 'sdk/tsconfig.build.json'), '--outDir', join(folder, 'ours'))
      await generateHeyApi(join(folder, 'hey-api'))
      const rows = []
      for (const [client, source] of Object.entries(consumers)) rows.push(await measure(folder, client, source))
      return { rows, notes: [`Times are medians of ${repeats} runs.`] }
    }),
}
