/** Reloading a contract keeps the previous one if the new one is invalid, and disturbs no connection. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { createMock } from '@monitoring-service/mock'
import { describe, expect } from 'vitest'
import { sendUsual } from './send.ts'
import { it, original, renamed, waitForLines } from './watched-contract.ts'

const credentials = JSON.stringify({ email: 'owner@acme.example', password: 'correct-horse-battery' })
const login = { method: 'POST', headers: { 'content-type': 'application/json' } }

async function readName(outgoing: ReturnType<typeof request>): Promise<string> {
  const [incoming] = await once(outgoing, 'response')
  return ((await json(incoming)) as { user: { name: string } }).user.name
}

describe.concurrent('The mock', () => {
  it('reports an invalid contract in one line with its place, and keeps the previous one', async ({ subject }) => {
    const { file, mock, reported, waitForLines, servedName, accepted } = subject
    const { scenarios } = mock
    writeFileSync(file, original.replace('#/components/schemas/SignupRequest', '#/components/schemas/Signup'))
    await waitForLines(1)
    const reason = 'there is nothing at #/components/schemas/Signup; the previous contract is still used'
    expect(reported[0]).toMatch(new RegExp(`^${file}:\\d+:\\d+: ${reason}$`))
    expect(await servedName()).toBe('Olivia Owner')
    expect(mock.scenarios).toEqual(scenarios)
    // A fix is reported, even if it restores the previous text.
    writeFileSync(file, original)
    await waitForLines(2)
    expect(reported.slice(1)).toEqual([accepted])
  })

  it('reloads its file with `watch` until it is closed', async ({ subject: { file, accepted } }) => {
    const lists: string[][] = [[], []]
    for (const [i, name] of ['Ada', 'Grace'].entries()) {
      const lines = lists[i] ?? []
      const own = await createMock({ contract: file, watch: (line) => lines.push(line) })
      writeFileSync(file, renamed(name))
      await waitForLines(lines, 1)
      expect((await sendUsual(own.url, 'login')).body.user?.name).toBe(name)
      await own.close()
    }
    expect(lists).toEqual([[accepted], [accepted]])
  })

  it('reports nothing after close', async ({ subject: { file, reported, watcher, watch } }) => {
    writeFileSync(file, renamed('Ada'))
    await watcher.close()
    const lines: string[] = []
    const other = watch(file, lines)
    await waitForLines(lines, 1)
    await other.close()
    expect(reported).toEqual([])
  })

  it('keeps connections open while the contract changes', async ({ subject: { file, mock, waitForLines } }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    const logIn = async () => {
      const outgoing = request(`${mock.url}/auth/login`, { ...login, agent })
      outgoing.end(credentials)
      const name = await readName(outgoing)
      ports.add(outgoing.socket?.localPort)
      return name
    }
    expect(await logIn()).toBe('Olivia Owner')
    for (const [i, text] of [renamed('Ada'), 'broken: ['].entries()) {
      writeFileSync(file, text)
      await waitForLines(i + 1)
      expect(await logIn()).toBe('Ada')
    }
    expect(ports.size).toBe(1)
    agent.destroy()
  })

  it('responds to a request in progress by the previous contract', async ({ subject }) => {
    const { file, mock, waitForLines, servedName } = subject
    const outgoing = request(`${mock.url}/auth/login`, login)
    outgoing.write(credentials.slice(0, 10))
    await once(outgoing, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
    // Its response proves that the mock has read the first half of the other request.
    await sendUsual(mock.url, 'login')
    writeFileSync(file, renamed('Ada'))
    await waitForLines(1)
    expect(await servedName()).toBe('Ada')
    outgoing.end(credentials.slice(10))
    expect(await readName(outgoing)).toBe('Olivia Owner')
  })
})
