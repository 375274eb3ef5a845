/** The operations by which the hooks of examples/hooks insert records: a user, an incident, a monitor or a service. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface User {
  plan?: string
  role: string
  oauth?: boolean
}

/** @param hookUrl the test hooks of the reference server, which make the records. */
export async function startSeed(hookUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const kind = request.url?.slice(1) ?? ''
    const params = (await json(request)) as User
    const body = JSON.stringify({ state: kind === 'user' ? stateOf(params) : kind, params })
    const made = await fetch(hookUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.writeHead(made.status, { 'content-type': 'application/json' }).end(await made.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: async () => void (await once(server.close(), 'close')) }
}

function stateOf({ plan, role, oauth }: User): string {
  if (role === 'viewer') return 'reader'
  if (role !== 'owner') return 'member'
  return oauth ? 'oauthUser' : plan === 'free' ? 'freeCaller' : 'writer'
}
