/** Every snippet of the SDK's README type-checks, runs against a server, and prints the output that it states. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it, test } from 'vitest'
import { createMonitoring } from '../../sdk/index.ts'
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

async function run(source: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-'], { cwd: root })
  child.stdin.end(source)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

const server = useServer()

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
  const { code, stdout } = await run(
    example.replace('@monitoring-service/sdk', `${root}sdk/index.ts`).replaceAll(demoUrl, server.url),
  )
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\S+ {2}resolved at /) })
})

test.each([first as Snippet, ...others])(
  'The snippet at line $line runs and prints the stated output.',
  async (snippet) => {
    const { code, stdout, stderr } = await run(toModule(snippet).replaceAll(demoUrl, server.url))
    expect({ code, errors: /\w*Error\b.*/.exec(stderr)?.[0] }).toEqual({ code: 0, errors: undefined })
    expect(stdout.split('\n').slice(0, -1)).toEqual(
      [...snippet.code.matchAll(/\/\/ prints (.*)$/gm)].map(([, printed]) => printed),
    )
  },
)

it('names every function of the client.', () => {
  const { client: _, ...groups } = createMonitoring({ baseUrl: demoUrl })
  const names = Object.entries(groups).flatMap(([group, calls]) =>
    Object.keys(calls).map((call) => `${group}.${call}(`),
  )
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([])
})
