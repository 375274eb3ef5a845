/** Requests whose response is lost, and requests that are sent in part. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { incident } from '../../../server/store/suite/sample-data.ts'
import { bytesOf, open } from '../../http/clients.ts'
import { type Helpers, password, rowsOf } from './setup.ts'

export function retries({ url, dump, makeOwner, usersOf }: Helpers): void {
  it('a repeated request after a lost response reports that the work is done already', { tags: ['P62'] }, async () => {
    const { send, headers, owner } = await makeOwner('patient', (teamId) => ({
      incidents: [incident({ id: 'lost', teamId }), incident({ id: 'lost too', teamId })],
      monitors: [{ id: 'lost', teamId }],
      dailyStats: rowsOf('lost'),
    }))
    /** Sends a request, and resets the connection when the response begins. */
    const lose = async (method: string, path: string, body?: object) => {
      const socket = await open(url(), bytesOf(method, path, headers, body))
      await once(socket, 'readable')
      socket.resetAndDestroy()
    }
    const newAccount = { email: 'new@state.example', password }
    const steps: [string, string, object | undefined, string][] = [
      ['PUT', '/api/v1/incidents/lost/resolve', undefined, '409 INCIDENT_ALREADY_RESOLVED'],
      ['DELETE', '/api/v1/incidents/lost%20too', undefined, '404 INCIDENT_NOT_FOUND'],
      ['DELETE', '/api/v1/monitors/lost/stats', undefined, '200'],
      ['POST', '/auth/signup', newAccount, '409 EMAIL_ALREADY_REGISTERED'],
      ['POST', '/dashboard/account/delete', { password }, '409 DELETION_ALREADY_REQUESTED'],
    ]
    for (const [method, path, body, statusLine] of steps) {
      await lose(method, path, body)
      const before = await dump()
      const again = await send(method, path, body)
      expect(again.statusLine, `${method} ${path}`).toBe(statusLine)
      if (statusLine === '200') expect(again.body.deletedCount).toBe(0)
      const { attempts: _, ...after } = await dump()
      expect(after).toEqual({ ...before, attempts: undefined })
    }
    expect(await usersOf(owner.email)).toHaveLength(1)
  })

  it('a request that is sent in part changes nothing', async () => {
    const { headers } = await makeOwner('halved', (teamId) => ({ incidents: [incident({ id: 'halved', teamId })] }))
    const before = await dump()
    const { port } = new URL(url())
    const start = `PUT /api/v1/incidents/halved/resolve HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n`
    const json = `${start}Content-Type: application/json\r\n`
    const whole = JSON.stringify({ cause: 'half' })
    for (const bytes of [
      start,
      `${json}Content-Length: ${whole.length}\r\n\r\n${whole.slice(0, -1)}`,
      `${json}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(bytes)
      expect(await text(socket)).not.toContain('200 OK')
    }
    expect(await dump()).toEqual(before)
  })
}
