/** A mock of MSW's handlers that @msw/source makes of a contract, on node:http: `msw-source.ts PORT`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { readContract } from '@monitoring-service/contract/files'
import { fromOpenApi } from '@msw/source/open-api'
import { getResponse } from 'msw'

const [port] = process.argv.slice(2)
const base = `http://127.0.0.1:${port}`
const handlers = await fromOpenApi({ ...(readContract() as object), servers: [{ url: base }] } as never)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request
  const given = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]))
  const body = 'content-length' in headers ? await text(request) : null
  const found = await getResponse(handlers, new Request(base + url, { method, headers: given, body }))
  // Without a handler, MSW lets the request pass.
  if (!found) return void response.destroy()
  response.writeHead(found.status, Object.fromEntries(found.headers)).end(await found.text())
}

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
}).listen(Number(port), '127.0.0.1')
