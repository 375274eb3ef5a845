/** Generates a client of the contract, compiles it strictly, and lets it call the reference server. */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readPublished } from '@monitoring-service/contract/files'
import { build } from 'esbuild'
import { installPlace } from '../../build/place.ts'
import { compiler } from '../../test/support/packages/install.ts'
import { checkBy } from '../packages/types.ts'
import type { Calls, Connect } from './clients/calls.ts'
import { judge, steps } from './steps.ts'
import type { Tool } from './tools.ts'
import { countStep, firstLine, logIn, type Trial, tryTool } from './trial.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
/** The form that docs/clients.md names. */
const form = 'openapi-client.json'

export function tryClient(tool: Tool): Promise<Trial> {
  return tryTool(tool.name, async (trial, baseUrl) => {
    const place = installPlace(`lab/${tool.place}`)
    const folder = join(place, '.clients', tool.name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'generated'), { recursive: true })
    const contract = join(folder, form)
    await writeFile(contract, await readPublished(form))
    await tool.generate({ contract, output: join(folder, 'generated'), place, baseUrl })
    trial.generates = true
    await copyFile(join(here, `clients/${tool.name}.ts`), join(folder, 'client.ts'))
    await copyFile(join(here, 'clients/calls.ts'), join(folder, 'calls.ts'))
    await compile(folder, trial)
    await call(await load(folder, baseUrl), baseUrl, trial)
  })
}

async function compile(folder: string, trial: Trial): Promise<void> {
  await writeFile(join(folder, 'narrows.ts'), narrows)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const messages = await checkBy(compiler)(folder)
  const errors = messages.split('\n').filter((line) => /error TS/.test(line))
  const others = errors.filter((line) => !line.includes('narrows.ts'))
  trial.narrows = errors.length === others.length
  trial.typeErrors = others.length
  if (others[0]) trial.problems.push(others[0].replace(/^.*?(?=[^/]*\.ts\()/, ''))
}

async function load(folder: string, baseUrl: string): Promise<Calls> {
  const outfile = join(folder, 'client.mjs')
  await build({
    entryPoints: [join(folder, 'client.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    banner,
  })
  const { connect }: { connect: Connect } = await import(pathToFileURL(outfile).href)
  return connect(baseUrl)
}

async function call(calls: Calls, baseUrl: string, trial: Trial): Promise<void> {
  for (const step of steps) {
    const reply = await step.send(calls, (email) => logIn(baseUrl, email)).catch(firstLine)
    countStep(trial, step, typeof reply === 'string' ? reply : judge(step, reply))
  }
}

/** CommonJS dependencies of a bundle may call require. */
export const banner = {
  js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
}

const narrows = `import type { Code } from './client.ts'
type IsAny = 0 extends 1 & Code ? true : false
export const narrows: [IsAny, Code] extends [false, 'INCIDENT_ALREADY_RESOLVED'] ? true : never = true
`

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
}
