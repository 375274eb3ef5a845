/** Servers that make tools for language models of the contract: each must list one for each operation, and calls of all must succeed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
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

interface Tool {
  name: string
  inputSchema: { type?: string }
}

interface Message {
  id?: number
  result: { tools: Tool[]; isError?: boolean; content: { text?: string }[] }
  error?: { message: string }
}

/** Asks a server of the Model Context Protocol, which has a message in each line of stdin and stdout. */
function startAgentServer([program = '', ...args]: string[]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (message: Message) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line)
    waiting.get(message.id ?? 0)?.(message)
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ended = once(child, 'close').then(() => {
    throw new Error(`${program} ended`)
  })
  ended.catch(() => {})
  let count = 0
  return {
    send,
    ask(method: string, params: object = {}): Promise<Message> {
      count += 1
      const id = count
      send({ id, method, params })
      return Promise.race([new Promise<Message>((resolve) => waiting.set(id, resolve)), ended])
    },
    close: () => child.kill(),
  }
}

/** The tools come in the order of the operations; a name may be shortened. The deletion of the caller's account is called last. */
async function tryTools(command: string[]): Promise<Finding[]> {
  const agent = startAgentServer(command)
  try {
    const clientInfo = { name: 'judge', version: '1' }
    await agent.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    agent.send({ method: 'notifications/initialized' })
    const { tools } = (await agent.ask('tools/list')).result
    const calls = steps.flatMap(({ scenario }) => (scenario.code === undefined ? [scenario] : []))
    if (tools.length !== calls.length) return [{ rule: 'tools', message: `${tools.length} tools` }]
    const findings = tools
      .filter(({ inputSchema }) => inputSchema.type !== 'object')
      .map(({ name }) => ({ rule: 'input', message: `${name} takes no object` }))
    const isLast = (index: number) => Number(calls[index]?.operationId === 'scheduleAccountDeletion')
    for (const index of [...calls.keys()].sort((one, other) => isLast(one) - isLast(other))) {
      const [name, { path, query, body }] = [tools[index]?.name, calls[index] as (typeof calls)[number]]
      const { result, error } = await agent.ask('tools/call', {
        name,
        arguments: { ...path, ...query, ...(body ?? {}) },
      })
      const wrong = error?.message ?? (result.isError && result.content[0]?.text)
      if (wrong !== undefined && wrong !== false) findings.push({ rule: 'call', message: `${name}: ${wrong}` })
    }
    return findings
  } finally {
    agent.close()
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
