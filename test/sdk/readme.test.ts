/** Every snippet of the SDK's README type-checks, runs against a server, and prints the output that it states. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { createMonitoring } from '../../sdk/index.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { useServer } from '../support/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}sdk/README.md`, 'utf8')
const demoUrl = 'http://localhost:3000'

interface Snippet {
  language: string
  line: number
  code: string
}

const snippets: Snippet[] = [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
  ({ index, 1: language = '', 2: code = '' }) => ({
    language,
    line: readme.slice(0, index).split('\n').length + 1,
    code,
  }),
)
const [first, ...others] = snippets

/** A snippet as a module: it continues the first one, in a block of its own that may reuse its names. */
function toModule({ code }: Snippet): string {
  const imports = /^import .*?from '.*'\n/gms
  const hoisted = code.match(imports)?.join('') ?? ''
  const body = code.replace(imports, '').replace(/^export /gm, '')
  const whole = code === first?.code ? code : `${first?.code}${hoisted}{\n${body}}\n`
  return whole.replace(/'@monitoring-service\/sdk(?:\/([\w-]+))?'/g, (_, entry = 'index') => `'${root}sdk/${entry}.ts'`)
}

const toName = ({ line }: Snippet) => `${root}test/readme-line-${line}.ts`

function typeErrors(all: Snippet[]): string[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const sources = new Map(all.map((snippet) => [toName(snippet), toModule(snippet)]))
  const { readFile, fileExists } = host
  host.readFile = (file) => sources.get(file) ?? readFile(file)
  host.fileExists = (file) => sources.has(file) || fileExists(file)
  const { getSourceFile } = host
  host.getSourceFile = (file, version) => {
    const source = sources.get(file)
    return source === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, source, version)
  }
  const names = [...sources.keys()]
  const program = ts.createProgram(names, { ...options, noUnusedLocals: false }, host)
  return names.flatMap((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  )
}

const server = useServer()
let folder: Folder | undefined
beforeAll(async () => {
  folder = await makeFolder()
  await symlink(`${root}node_modules`, folder.at('node_modules'))
})
afterAll(() => folder?.remove())

/** Runs a program against the server, with globals of its own, and returns what it prints. */
async function run(name: string, source: string): Promise<string> {
  const file = folder?.at(`${name}.ts`) ?? ''
  await writeFile(file, source.replaceAll(demoUrl, server.url))
  const worker = new Worker(file, { stdout: true, stderr: true })
  const [[code], ...printed] = await Promise.all([once(worker, 'exit'), text(worker.stdout), text(worker.stderr)])
  expect(code).toBe(0)
  return printed.join('')
}

it('has code in fenced snippets of JavaScript and TypeScript only.', () => {
  expect(snippets.length).toBeGreaterThan(8)
  expect(snippets.map(({ language }) => language).filter((language) => language !== 'js' && language !== 'ts')).toEqual(
    [],
  )
  expect(readme.match(/^\s*(```|~~~)/gm)).toHaveLength(2 * snippets.length)
})

test('Every snippet type-checks.', () => {
  expect(typeErrors(snippets)).toEqual([])
}, 60_000)

test('The example of npm start leaves the data of the snippets alone.', async () => {
  const example = readFileSync(`${root}examples/node/resolve.mjs`, 'utf8')
  const printed = await run('example', example.replace('@monitoring-service/sdk', `${root}sdk/index.ts`))
  expect(printed).toMatch(/^\S+ {2}resolved at /)
})

test.each([first as Snippet, ...others])(
  'The snippet at line $line runs and prints the stated output.',
  async (snippet) => {
    const stated = [...snippet.code.matchAll(/\/\/ prints (.*)$/gm)].map(([, line]) => `${line}\n`)
    expect(await run(String(snippet.line), toModule(snippet))).toBe(stated.join(''))
  },
)

it('names every function of the client.', () => {
  const { client: _, ...groups } = createMonitoring({ baseUrl: demoUrl })
  const names = Object.entries(groups).flatMap(([group, calls]) =>
    Object.keys(calls).map((call) => `${group}.${call}(`),
  )
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([])
})
