/** Servers that make tools for language models of the contract: each must list one for each operation, and calls of all must succeed. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { demo, type Scenario } from '@monitoring-service/contract'
import { build } from 'esbuild'
import { installPlace } from '../../build/place.ts'
import { writePublished } from '../../contract/codegen/published.ts'
import { startServer } from '../../server/index.ts'
import { demoSettings } from '../../test/support/settings.ts'
import { inFolder } from '../folder.ts'
import { steps } from '../generators/steps.ts'
import { logIn } from '../generators/trial.ts'
import { banner } from '../generators/try-client.ts'
import { run } from '../programs.ts'
import type { Finding, Judge } from './finding.ts'
import { installPrograms } from './python.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

const contractFile = () => join(writePublished(), 'openapi/openapi-client.json')

interface Client {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ tools: { name: string; inputSchema: { type?: string } }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{ isError?: boolean; content: { text?: string }[] }>
  close(): Promise<void>
}

/** How a server for agents is started, and how its tools take the parts of a request. */
interface AgentServer {
  command: string[]
  /** Variables beside those of this process. */
  env?: NodeJS.ProcessEnv
  /** All parts in one object, if absent. */
  toArguments?: (scenario: Scenario) => object
}

/** Starts a server of the Model Context Protocol. Types are declared here, because `tsc` runs without these packages. */
async function startAgentServer({ command: [program = '', ...args], env }: AgentServer): Promise<Client> {
  const folder = join(installPlace('lab/judges'), 'node_modules/@modelcontextprotocol/sdk/dist/esm/client')
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  const [{ Client }, { StdioClientTransport }] = [await load('index.js'), await load('stdio.js')]
  const client: Client = new Client({ name: 'judge', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: program, args, stderr: 'ignore', env: { ...process.env, ...env } }),
  )
  return client
}

const flatten = ({ path, query, body }: Scenario) => ({ ...path, ...query, ...(body ?? {}) })

/** The tools come in the order of the operations; a name may be shortened. The deletion of the caller's account is called last. */
async function tryTools({ toArguments = flatten, ...server }: AgentServer): Promise<Finding[]> {
  const agent = await startAgentServer(server)
  try {
    const { tools } = await agent.listTools()
    const calls = steps.flatMap(({ scenario }) => (scenario.code === undefined ? [scenario] : []))
    if (tools.length !== calls.length) return [{ rule: 'tools', message: `${tools.length} tools` }]
    const findings = tools
      .filter(({ inputSchema }) => inputSchema.type !== 'object')
      .map(({ name }) => ({ rule: 'input', message: `${name} takes no object` }))
    const isLast = (index: number) => Number(calls[index]?.operationId === 'scheduleAccountDeletion')
    for (const index of [...calls.keys()].sort((one, other) => isLast(one) - isLast(other))) {
      const { name = '' } = tools[index] ?? {}
      const scenario = calls[index] as Scenario
      const wrong = await agent.callTool({ name, arguments: toArguments(scenario) }).then(
        ({ isError, content }) => (isError || /^Error/.test(content[0]?.text ?? '') ? content[0]?.text : undefined),
        (error: Error) => error.message,
      )
      if (wrong !== undefined) findings.push({ rule: `call of ${scenario.operationId}`, message: `${name}: ${wrong}` })
    }
    return findings
  } finally {
    await agent.close()
  }
}

const agentJudge =
  (prepare: (url: string, token: string, folder: string) => Promise<AgentServer>): Judge =>
  () =>
    inFolder(async (folder) => {
      const server = await startServer(demoSettings)
      try {
        const token = await logIn(server.url, 'member@acme.example')
        return { findings: await tryTools(await prepare(server.url, token, folder)), examined: '8 tools and 8 calls' }
      } finally {
        await server.close(0)
      }
    })

/** The program of a Python file of this folder, with its arguments. */
const pythonServer = async (file: string, url: string, token: string) => {
  const programs = await installPrograms('agents.txt', 'fastmcp')
  return [join(programs, 'python'), join(here, file), contractFile(), url, token, demo.adminApiKey]
}

const programOf = (name: string) => join(installPlace('lab/judges'), 'node_modules/.bin', name)

export const agents = {
  fastmcp: agentJudge(async (url, token) => ({ command: await pythonServer('fastmcp_server.py', url, token) })),
  langchain: agentJudge(async (url, token) => ({
    command: await pythonServer('langchain_server.py', url, token),
    toArguments: ({ path, query, body }) => ({
      path_params: path,
      params: query,
      ...(body !== undefined && { json: body }),
    }),
  })),
  awslabs: agentJudge(async (url, token) => {
    const program = join(await installPrograms('awslabs.txt', 'awslabs'), 'awslabs.openapi-mcp-server')
    const contract = contractFile()
    const address = ['--api-url', url, '--spec-path', contract, '--allowed-spec-dirs', dirname(contract)]
    const local = ['--allow-insecure-http', '--allow-private-networks']
    return { command: [program, ...address, ...local, '--auth-type', 'bearer', '--auth-token', token] }
  }),
  'openapi-mcp-server': agentJudge(async (url, token) => {
    const headers = `Authorization:Bearer ${token},X-Admin-Api-Key:${demo.adminApiKey}`
    const address = ['--transport', 'stdio', '--api-base-url', url, '--openapi-spec', contractFile()]
    return { command: [programOf('openapi-mcp-server'), ...address, '--tools', 'all', '--headers', headers] }
  }),
  'openapi-mcp-generator': agentJudge(async (url, token, folder) => {
    await run(programOf('openapi-mcp-generator'), ['--input', contractFile(), '--output', folder, '--force'])
    const outfile = join(folder, 'server.mjs')
    const contents = readFileSync(join(folder, 'src/index.ts'), 'utf8')
    const stdin = { contents, loader: 'ts', resolveDir: installPlace('lab/judges') } as const
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent', banner })
    return {
      command: [process.execPath, outfile],
      env: { API_BASE_URL: url, BEARER_TOKEN_BEARERAUTH: token, API_KEY_ADMINAPIKEY: demo.adminApiKey },
      toArguments: ({ path, query, body }) => ({ ...path, ...query, ...(body !== undefined && { requestBody: body }) }),
    }
  }),
}
