/** Servers that make tools for language models of the contract: each must list one for each operation, and calls of all must succeed. */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { demo } from '@monitoring-service/contract'
import { installPlace } from '../../build/place.ts'
import { writePublished } from '../../contract/codegen/published.ts'
import { startServer } from '../../server/index.ts'
import { demoSettings } from '../../test/support/settings.ts'
import { steps } from '../generators/steps.ts'
import { logIn } from '../generators/trial.ts'
import type { Finding, Judge } from './finding.ts'
import { installPrograms } from './python.ts'

const fastmcpServer = fileURLToPath(new URL('./fastmcp_server.py', import.meta.url))

const contractFile = () => join(writePublished(), 'openapi/openapi-client.json')

interface Client {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ tools: { name: string; inputSchema: { type?: string } }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{ isError?: boolean; content: { text?: string }[] }>
  close(): Promise<void>
}

/** Starts a server of the Model Context Protocol. Types are declared here, because `tsc` runs without these packages. */
async function startAgentServer([program = '', ...args]: string[]): Promise<Client> {
  const folder = join(installPlace('lab/judges'), 'node_modules/@modelcontextprotocol/sdk/dist/esm/client')
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  const [{ Client }, { StdioClientTransport }] = [await load('index.js'), await load('stdio.js')]
  const client: Client = new Client({ name: 'judge', version: '1' })
  await client.connect(new StdioClientTransport({ command: program, args, stderr: 'ignore' }))
  return client
}

/** The tools come in the order of the operations; a name may be shortened. The deletion of the caller's account is called last. */
async function tryTools(command: string[]): Promise<Finding[]> {
  const agent = await startAgentServer(command)
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
      const { path, query, body } = calls[index] as (typeof calls)[number]
      const call = { name, arguments: { ...path, ...query, ...(body ?? {}) } }
      const wrong = await agent.callTool(call).then(
        ({ isError, content }) => (isError ? content[0]?.text : undefined),
        (error: Error) => error.message,
      )
      if (wrong !== undefined) findings.push({ rule: 'call', message: `${name}: ${wrong}` })
    }
    return findings
  } finally {
    await agent.close()
  }
}

const agentJudge =
  (toCommand: (url: string, token: string) => Promise<string[]>): Judge =>
  async () => {
    const server = await startServer(demoSettings)
    try {
      const token = await logIn(server.url, 'member@acme.example')
      return { findings: await tryTools(await toCommand(server.url, token)), examined: '8 tools and 8 calls' }
    } finally {
      await server.close(0)
    }
  }

export const agents = {
  fastmcp: agentJudge(async (url, token) => {
    const programs = await installPrograms('agents.txt', 'fastmcp')
    return [join(programs, 'python'), fastmcpServer, contractFile(), url, token, demo.adminApiKey]
  }),
  'openapi-mcp-server': agentJudge(async (url, token) => {
    const program = join(installPlace('lab/judges'), 'node_modules/.bin/openapi-mcp-server')
    const headers = `Authorization:Bearer ${token},X-Admin-Api-Key:${demo.adminApiKey}`
    const address = ['--transport', 'stdio', '--api-base-url', url, '--openapi-spec', contractFile()]
    return [program, ...address, '--tools', 'all', '--headers', headers]
  }),
}
