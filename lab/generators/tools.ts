/** The generators under test: how each makes a client of the contract. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../programs.ts'

/** Where a tool works: absolute paths, and the service that its client will call. */
export interface Work {
  /** The contract as JSON. */
  contract: string
  /** Where the generated files go; the client beside it imports them from `./generated/`. */
  output: string
  /** The folder with the tool's packages. */
  place: string
  baseUrl: string
}

export interface Tool {
  /** The name of the file in clients/, too. */
  name: string
  place: 'generators' | 'generators/more'
  /** @throws Error with what the tool wrote */
  generate(work: Work): Promise<void>
}

/** Runs a command of the tool's packages. */
async function command({ place, output }: Work, name: string, ...args: string[]): Promise<void> {
  const program = join(place, 'node_modules/.bin', name)
  await run(program, args, { cwd: join(output, '..'), timeout: 120_000 })
}

/** `npm run check` tries these. */
const mostUsed: Omit<Tool, 'place'>[] = [
  {
    name: 'openapi-fetch',
    generate: (work) => command(work, 'openapi-typescript', work.contract, '-o', `${work.output}/schema.ts`),
  },
  {
    name: 'hey-api',
    generate: (work) =>
      command(work, 'openapi-ts', '-i', work.contract, '-o', work.output, '-c', '@hey-api/client-fetch'),
  },
  {
    name: 'orval',
    async generate(work) {
      const output = { target: `${work.output}/client.ts`, client: 'fetch', baseUrl: work.baseUrl }
      await config(work, 'orval.config.mjs', { service: { input: work.contract, output } })
      await command(work, 'orval', '--config', 'orval.config.mjs')
    },
  },
  {
    name: 'oazapfts',
    generate: (work) => command(work, 'oazapfts', work.contract, `${work.output}/client.ts`),
  },
  {
    name: 'rtk-query',
    async generate(work) {
      await writeFile(`${work.output}/base.ts`, rtkBase)
      const files = { schemaFile: work.contract, apiFile: './generated/base.ts', outputFile: './generated/client.ts' }
      await config(work, 'rtk.config.mjs', { ...files, apiImport: 'emptySplitApi', exportName: 'api' })
      await command(work, 'rtk-query-codegen-openapi', 'rtk.config.mjs')
    },
  },
]

const others: Omit<Tool, 'place'>[] = [
  {
    name: 'swagger-typescript-api',
    generate: (work) =>
      command(work, 'swagger-typescript-api', 'generate', '-p', work.contract, '-o', work.output, '-n', 'client.ts'),
  },
  {
    name: 'openapi-typescript-codegen',
    generate: (work) => command(work, 'openapi', '--input', work.contract, '--output', work.output),
  },
  {
    name: 'kubb',
    async generate(work) {
      await writeFile(join(work.output, '../kubb.config.mjs'), kubbConfig(work.contract))
      await command(work, 'kubb', 'generate', '--config', 'kubb.config.mjs')
    },
  },
  {
    name: 'fets',
    async generate({ contract, output }) {
      const { default: document } = await import(contract, { with: { type: 'json' } })
      await writeFile(`${output}/document.ts`, `export const document = ${JSON.stringify(document)} as const\n`)
    },
  },
]

export const fiveTools: Tool[] = mostUsed.map((tool) => ({ ...tool, place: 'generators' }))
export const tools: Tool[] = [...fiveTools, ...others.map((tool): Tool => ({ ...tool, place: 'generators/more' }))]

function config({ output }: Work, name: string, value: object): Promise<void> {
  return writeFile(join(output, '..', name), `export default ${JSON.stringify(value)}\n`)
}

const rtkBase = `import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query'

export const credentials = { baseUrl: '', headers: {} as Record<string, string> }
export const emptySplitApi = createApi({
  baseQuery: (request, api, options) => {
    // An endpoint's own headers, though undefined, would replace those of fetchBaseQuery.
    const prepareHeaders = () => new Headers(credentials.headers)
    return fetchBaseQuery({ baseUrl: credentials.baseUrl, prepareHeaders })(request, api, options)
  },
  endpoints: () => ({}),
})
`

const kubbConfig = (contract: string) => `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
export default defineConfig({
  input: { path: ${JSON.stringify(contract)} },
  output: { path: './generated', clean: true, format: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: 'fetch', bundle: true, dataReturnType: 'full', paramsType: 'inline' }),
  ],
})
`
