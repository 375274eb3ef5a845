/** The program that the hooks of examples/hooks call: inserts a team, a user, an incident, a monitor or a service, and reads an incident. */
import { json } from 'node:stream/consumers'
import { listen, type RunningServer } from '@monitoring-service/http/node'

interface User {
  teamId: string
  role: string
  oauth: boolean
}

/** @param hookUrl the test hooks of the reference server, which make the records. */
export function startSeed(hookUrl: string): Promise<RunningServer> {
  return listen(async (request, response) => {
    const [table = '', id] = request.url?.slice(1).split('/') ?? []
    const record = (await json(request)) as User
    const kept = { kind: table, id, fields: id === undefined ? record : {} }
    const call = table === 'user' ? { kind: 'account', fields: accountOf(record) } : kept
    const headers = { 'content-type': 'application/json' }
    const made = await fetch(hookUrl, { method: 'POST', headers, body: JSON.stringify(call) })
    const { scope: _, owner: __, ...stored } = (await made.json()) as Record<string, unknown>
    response.writeHead(made.status, headers).end(JSON.stringify(stored))
  }, 0)
}

function accountOf({ teamId, role, oauth }: User): object {
  return { teamId, ...(role === 'viewer' ? { scope: 'read' } : { role }), ...(oauth && { password: null }) }
}
