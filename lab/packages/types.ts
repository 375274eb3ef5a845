/** Compiles code that uses a package's types, with the libraries' own types checked too. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { compiler as ours } from '../../test/support/packages/install.ts'

const execute = promisify(execFile)

export interface TypeSettings {
  module: string
  moduleResolution: string
  lib: string[]
}

const plain = ['es2023']
const dom = [...plain, 'dom', 'dom.iterable']
const resolutions = { node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' }

/** `node16WithDom`, `node16WithoutDom` and so on. */
export const typeSettings = Object.fromEntries(
  Object.entries(resolutions).flatMap(([moduleResolution, module]) => [
    [`${moduleResolution}WithDom`, { module, moduleResolution, lib: dom }],
    [`${moduleResolution}WithoutDom`, { module, moduleResolution, lib: plain }],
  ]),
) as Record<`${keyof typeof resolutions}With${'' | 'out'}Dom`, TypeSettings>

const programs: Record<string, string> = {
  sdk: readFileSync(join(import.meta.dirname, 'consumer/types.ts.txt'), 'utf8'),
  mock: `
    import { createMock, type Mock } from '@monitoring-service/mock'
    export const mock: Promise<Mock> = createMock({ delay: [1, 2], failRate: 0.1, watch: (line: string) => line })
    // @ts-expect-error A port is a number.
    createMock({ port: '1' })`,
  server: `
    import { createServer } from 'node:http'
    import { createApp, createPasswords, createTokens, openStore, type Store } from '@monitoring-service/server'
    import { testStore } from '@monitoring-service/server/store-suite'
    export async function start(): Promise<Store> {
      const now = () => new Date()
      const [store, passwords, tokens] = [await openStore('memory:'), createPasswords(), await createTokens('', now)]
      createServer(createApp({ store, passwords, tokens, now, upgradeUrl: '', adminApiKey: '' }))
      // @ts-expect-error The URL is missing.
      await openStore()
      return store
    }
    export const suite: typeof testStore = testStore`,
}

export function hasTypes(name: string): boolean {
  return Object.hasOwn(programs, name)
}

/** MSW's own types need a browser's. */
const needsDom: Record<string, string> = {
  mock: `
    import { createHandlers } from '@monitoring-service/mock/msw'
    import { setupServer } from 'msw/node'
    setupServer(...createHandlers({ baseUrl: '', seed: 1 }))`,
}

/** Every check that a consumer may ask for. */
const strictChecks = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
}

/** Checks the program of a tsconfig.json and returns the compiler's messages. */
type Check = (config: string) => Promise<string>

/** Checks all that a program loads. */
export function checkBy(compiler: string): Check {
  return (config) =>
    execute(process.execPath, [compiler, '-p', config]).then(
      ({ stdout }) => stdout,
      ({ stdout, message }) => stdout || message,
    )
}

/** Checks a program and the packages of this project, without those of others, which take most of the time. */
export const checkOwn: Check = async (config) => {
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  )
  const program = ts.createProgram(fileNames, options)
  const isOwn = ({ fileName }: ts.SourceFile) => /^(?!.*\/node_modules\/(?!@monitoring-service\/))/.test(fileName)
  const problems = program
    .getSourceFiles()
    .filter(isOwn)
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
  const general = [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()]
  return ts.formatDiagnostics([...general, ...problems], ts.createCompilerHost(options))
}

/** Returns the compiler's messages. */
export function checkTypes(name: string, folder: string, settings: TypeSettings, check = checkBy(ours)) {
  const hasDom = settings.lib.includes('dom')
  const program = `${programs[name] ?? ''}${hasDom ? (needsDom[name] ?? '') : ''}`
  return compile(folder, program, settings, name === 'sdk' && hasDom ? [] : ['node'], check)
}

/** Checks what a page's project imports of the mock, without the types of Node. */
export function checkPageTypes(folder: string): Promise<string> {
  const program = `
    import { connectMock } from '@monitoring-service/mock/client'
    import { createHandlers, fault, scenario } from '@monitoring-service/mock/msw'
    import { setupWorker } from 'msw/browser'
    setupWorker(fault('login', 'reset'), scenario('login', 'tooManyAttempts'), ...createHandlers({ baseUrl: '' }))
    // @ts-expect-error There is no such scenario.
    connectMock('').next('login', 'tooManyAtempts')`
  return compile(folder, program, typeSettings.bundlerWithDom, [], checkOwn)
}

async function compile(
  folder: string,
  program: string,
  { lib, ...settings }: TypeSettings,
  types: string[],
  check: Check,
): Promise<string> {
  const compilerOptions = { ...settings, ...strictChecks, target: 'es2022', lib, types, noEmit: true }
  const path = await mkdtemp(join(folder, 'types-'))
  await writeFile(join(path, 'types.mts'), program)
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.mts'] }))
  return check(join(path, 'tsconfig.json'))
}
