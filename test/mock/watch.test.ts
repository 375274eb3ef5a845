/** A contract that is edited while the mock runs. */
import { once } from 'node:events'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unwatchFile,
  watchFile,
  writeFileSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ContractWatcher, watchContract } from '../../mock/contract-file/watch.ts'
import { sendUsual } from './send.ts'

const original = readFileSync(contractFile, 'utf8')
/** The contract in which the user who logs in has another name. */
const renamed = (name: string) => original.replaceAll('name: Olivia Owner', `name: ${name}`)

let folder: string
let file: string
let mock: Mock
let watching: ContractWatcher
let told: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  file = join(folder, 'contract.yaml')
  writeFileSync(file, original)
  told = []
  mock = await createMock({ contract: file })
  watching = watchContract(file, original, mock.use, (line) => told.push(line))
})

afterEach(async () => {
  await watching.close()
  await mock.close(0)
  rmSync(folder, { recursive: true })
})

/** Waits until so many lines were told. */
const lines = (count: number) =>
  vi.waitFor(() => expect(told.length, told.join('\n')).toBeGreaterThanOrEqual(count), { timeout: 10_000 })

/** Saves as many editors do: a new file in the place of the old one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

const nameOf = async () => (await sendUsual(mock.url, 'login')).body.user?.name
const isServed = () => `${file} has changed; the new contract is served`

describe('A good contract is served from then on:', () => {
  it('saved in place', async () => {
    writeFileSync(file, renamed('Ada'))
    await lines(1)
    expect([told, await nameOf()]).toEqual([[isServed()], 'Ada'])
  })

  it('put in the place of the old one, as editors do', async () => {
    for (const [count, name] of ['Ada', 'Grace', 'Emmy'].entries()) {
      replace(file, renamed(name))
      await lines(count + 1)
      expect(await nameOf()).toBe(name)
    }
    expect(told).toEqual(Array(3).fill(isServed()))
  })

  it('deleted and put back', async () => {
    rmSync(file)
    await lines(1)
    expect(told).toEqual([`${file} cannot be read: there is no such file; the previous contract is still served`])
    expect(await nameOf()).toBe('Olivia Owner')
    writeFileSync(file, original)
    await lines(2)
    expect(told[1]).toBe(isServed())
    writeFileSync(file, renamed('Ada'))
    await lines(3)
    expect(await nameOf()).toBe('Ada')
  })

  it('written in many steps, which are one change', async () => {
    writeFileSync(file, '')
    for (const part of renamed('Ada').match(/[\s\S]{1,20000}/g) ?? []) {
      appendFileSync(file, part)
      // A slow writer: every look at the file falls between two of its steps.
      await setTimeout(100)
    }
    await lines(1)
    expect([told, await nameOf()]).toEqual([[isServed()], 'Ada'])
  })

  it('reached by a link, when what the link leads to changes', async () => {
    await watching.close()
    const link = join(folder, 'link.yaml')
    symlinkSync(file, link)
    watching = watchContract(link, original, mock.use, (line) => told.push(line))
    replace(file, renamed('Ada'))
    await lines(1)
    expect([told, await nameOf()]).toEqual([[`${link} has changed; the new contract is served`], 'Ada'])
  })

  it('changed between start and the first look', async () => {
    await watching.close()
    writeFileSync(file, renamed('Ada'))
    watching = watchContract(file, original, mock.use, (line) => told.push(line))
    await lines(1)
    expect([told, await nameOf()]).toEqual([[isServed()], 'Ada'])
  })
})

it('Looks for itself if the mock is given somebody to tell, until it is closed', async () => {
  const [heard, other]: [string[], string[]] = [[], []]
  const own = await createMock({ contract: file, watch: (line) => heard.push(line) })
  writeFileSync(file, renamed('Ada'))
  await vi.waitFor(() => expect(heard).toEqual([isServed()]), { timeout: 10_000 })
  expect((await sendUsual(own.url, 'login')).body.user?.name).toBe('Ada')
  await own.close()
  const later = await createMock({ contract: file, watch: (line) => other.push(line) })
  writeFileSync(file, renamed('Grace'))
  await vi.waitFor(() => expect(other).toEqual([isServed()]), { timeout: 10_000 })
  await later.close()
  expect(heard).toEqual([isServed()])
})

describe('A broken one is told in one line, with its place, and the old one stays:', () => {
  const dangling = original.replace('#/components/schemas/SignupRequest', '#/components/schemas/Signup')
  const lie = original.replace('status: 409 } }', 'status: 410 } }')
  const misfit = original.replaceAll('name: Olivia Owner', 'name: [Olivia]')
  it.each([
    ['broken YAML', original.replace('\npaths:', '\n paths: ['), /:\d+:\d+: bad indentation/],
    ['a dangling reference', dangling, /:\d+:\d+: there is nothing at #\/components\/schemas\/Signup/],
    ['an example that says another status', lie, /:\d+:\d+: emailTaken says status 410 in a response of 409/],
    ['an example that does not fit', misfit, /:\d+:\d+: login does not fit its schema: name must be string/],
    ['a schema that does not compile', original.replace('type: object', 'type: objct'), /:\d+:\d+: type must be/],
    ['an empty file', '', /:1:1: expected a document/],
    ['something else', 'hello', /:1:1: the document must be object/],
  ])('%s', async (_, text, reason) => {
    writeFileSync(file, text)
    await lines(1)
    expect(told[0]).toMatch(reason)
    expect(told[0]).toMatch(/^\S+contract\.yaml:\d+:\d+: [^\n]+; the previous contract is still served$/)
    expect(await nameOf()).toBe('Olivia Owner')
    expect(mock.scenarios.length).toBeGreaterThan(100)
    // Mended, even to what it was before.
    writeFileSync(file, original)
    await lines(2)
    expect(told.slice(1)).toEqual([isServed()])
  })
})

it('Says nothing of a file that says what it said before', async () => {
  // Node has one look at a file for all who watch it: those who came later hear of it, and their timers end, later.
  let looked: () => void = () => {}
  const late = () => void setTimeout(300).then(() => looked())
  watchFile(file, { interval: 150 }, late)
  // From the first change on that was seen, every other one will be.
  writeFileSync(file, renamed('Grace'))
  await lines(1)
  for (const save of [writeFileSync, replace]) {
    const look = new Promise<void>((resolve) => {
      looked = resolve
    })
    save(file, renamed('Grace'))
    await look
    expect(told).toEqual([isServed()])
  }
  unwatchFile(file, late)
  writeFileSync(join(folder, 'other.yaml'), 'broken: [')
  writeFileSync(file, renamed('Ada'))
  await lines(2)
  expect(told).toEqual([isServed(), isServed()])
})

it('Looks no more once it is closed', async () => {
  writeFileSync(file, renamed('Ada'))
  await watching.close()
  const second: string[] = []
  const other = watchContract(file, original, mock.use, (line) => second.push(line))
  await vi.waitFor(() => expect(second).toHaveLength(1), { timeout: 10_000 })
  await other.close()
  expect(told).toEqual([])
})

describe('While the contract changes,', () => {
  it('a connection that is kept alive stays', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    const logIn = async () => {
      const outgoing = request(`${mock.url}/auth/login`, {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      outgoing.end(JSON.stringify({ email: 'owner@acme.example', password: 'correct-horse-battery' }))
      const [incoming] = await once(outgoing, 'response')
      ports.add(outgoing.socket?.localPort)
      return ((await json(incoming)) as { user: { name: string } }).user.name
    }
    expect(await logIn()).toBe('Olivia Owner')
    writeFileSync(file, renamed('Ada'))
    await lines(1)
    expect(await logIn()).toBe('Ada')
    writeFileSync(file, 'broken: [')
    await lines(2)
    expect(await logIn()).toBe('Ada')
    expect(ports.size).toBe(1)
    agent.destroy()
  })

  it('a request under way is answered by the contract that it came to', async () => {
    const headers = { 'content-type': 'application/json' }
    const outgoing = request(`${mock.url}/auth/login`, { method: 'POST', headers })
    const body = JSON.stringify({ email: 'owner@acme.example', password: 'correct-horse-battery' })
    outgoing.write(body.slice(0, 10))
    await once(outgoing, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
    // Answered after it, so the mock has seen the first half of the one under way.
    await sendUsual(mock.url, 'login')
    writeFileSync(file, renamed('Ada'))
    await lines(1)
    expect(await nameOf()).toBe('Ada')
    outgoing.end(body.slice(10))
    const [incoming] = await once(outgoing, 'response')
    expect(((await json(incoming)) as { user: { name: string } }).user.name).toBe('Olivia Owner')
  })
})
