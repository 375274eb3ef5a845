/** The mock reloads a contract that is edited while it runs. */
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
/** The contract with another name for the user who logs in. */
const renamed = (name: string) => original.replaceAll('name: Olivia Owner', `name: ${name}`)
const credentials = JSON.stringify({ email: 'owner@acme.example', password: 'correct-horse-battery' })
const login = { method: 'POST', headers: { 'content-type': 'application/json' } }

let folder: string
let file: string
let mock: Mock
let watcher: ContractWatcher
let reported: string[]

const watch = (path = file) => watchContract(path, original, mock.use, (line) => reported.push(line))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  file = join(folder, 'contract.yaml')
  writeFileSync(file, original)
  reported = []
  mock = await createMock({ contract: file })
  watcher = watch()
})

afterEach(async () => {
  await watcher.close()
  await mock.close(0)
  rmSync(folder, { recursive: true })
})

/** Waits until a list has a number of lines. */
const waitForLines = (count: number, lines = reported) =>
  vi.waitFor(() => expect(lines.length, lines.join('\n')).toBeGreaterThanOrEqual(count), { timeout: 10_000 })

/** Saves as many editors do: by a new file in place of the old one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

const servedName = async (url = mock.url) => (await sendUsual(url, 'login')).body.user?.name
const accepted = (path = file) => `${path} has changed; the new contract is served`

async function readName(outgoing: ReturnType<typeof request>): Promise<string> {
  const [incoming] = await once(outgoing, 'response')
  return ((await json(incoming)) as { user: { name: string } }).user.name
}

describe('A valid contract is served after it was', () => {
  it('saved in place', async () => {
    writeFileSync(file, renamed('Ada'))
    await waitForLines(1)
    expect([reported, await servedName()]).toEqual([[accepted()], 'Ada'])
  })

  it('replaced by another file, several times', async () => {
    for (const [count, name] of ['Ada', 'Grace', 'Emmy'].entries()) {
      replace(file, renamed(name))
      await waitForLines(count + 1)
      expect(await servedName()).toBe(name)
    }
    expect(reported).toEqual(Array(3).fill(accepted()))
  })

  it('deleted and restored', async () => {
    rmSync(file)
    await waitForLines(1)
    expect(reported).toEqual([`${file} cannot be read: there is no such file; the previous contract is still served`])
    expect(await servedName()).toBe('Olivia Owner')
    writeFileSync(file, original)
    await waitForLines(2)
    expect(reported[1]).toBe(accepted())
    writeFileSync(file, renamed('Ada'))
    await waitForLines(3)
    expect(await servedName()).toBe('Ada')
  })

  it('written in many steps, which count as one change', async () => {
    writeFileSync(file, '')
    for (const part of renamed('Ada').match(/[\s\S]{1,20000}/g) ?? []) {
      appendFileSync(file, part)
      // Slow enough that a poll falls between two steps.
      await setTimeout(100)
    }
    await waitForLines(1)
    expect([reported, await servedName()]).toEqual([[accepted()], 'Ada'])
  })

  it('changed behind a symbolic link', async () => {
    await watcher.close()
    const link = join(folder, 'link.yaml')
    symlinkSync(file, link)
    watcher = watch(link)
    replace(file, renamed('Ada'))
    await waitForLines(1)
    expect([reported, await servedName()]).toEqual([[accepted(link)], 'Ada'])
  })

  it('changed between start and first poll', async () => {
    await watcher.close()
    writeFileSync(file, renamed('Ada'))
    watcher = watch()
    await waitForLines(1)
    expect([reported, await servedName()]).toEqual([[accepted()], 'Ada'])
  })
})

it('createMock with `watch` reloads the file until the mock is closed', async () => {
  const [first, second]: [string[], string[]] = [[], []]
  const own = await createMock({ contract: file, watch: (line) => first.push(line) })
  writeFileSync(file, renamed('Ada'))
  await waitForLines(1, first)
  expect(await servedName(own.url)).toBe('Ada')
  await own.close()
  const later = await createMock({ contract: file, watch: (line) => second.push(line) })
  writeFileSync(file, renamed('Grace'))
  await waitForLines(1, second)
  await later.close()
  expect([first, second]).toEqual([[accepted()], [accepted()]])
})

describe('An invalid contract is reported in one line with its place, and the previous one stays:', () => {
  const dangling = original.replace('#/components/schemas/SignupRequest', '#/components/schemas/Signup')
  const otherStatus = original.replace('status: 409 } }', 'status: 410 } }')
  const misfit = original.replaceAll('name: Olivia Owner', 'name: [Olivia]')
  it.each([
    ['invalid YAML', original.replace('\npaths:', '\n paths: ['), /:\d+:\d+: bad indentation/],
    ['a dangling reference', dangling, /:\d+:\d+: there is nothing at #\/components\/schemas\/Signup/],
    ['an example with another status', otherStatus, /:\d+:\d+: emailTaken has the status 410 in a response of 409/],
    ['an example that does not fit', misfit, /:\d+:\d+: login does not match its schema: name must be string/],
    ['a schema that does not compile', original.replace('type: object', 'type: objct'), /:\d+:\d+: type must be/],
    ['an empty file', '', /:1:1: expected a document/],
    ['another text', 'hello', /:1:1: the document must be object/],
  ])('%s', async (_, text, reason) => {
    const { scenarios } = mock
    writeFileSync(file, text)
    await waitForLines(1)
    expect(reported[0]).toMatch(reason)
    expect(reported[0]).toMatch(/^\S+contract\.yaml:\d+:\d+: [^\n]+; the previous contract is still served$/)
    expect(await servedName()).toBe('Olivia Owner')
    expect(mock.scenarios).toEqual(scenarios)
    // A fix is reported, even if it restores the previous text.
    writeFileSync(file, original)
    await waitForLines(2)
    expect(reported.slice(1)).toEqual([accepted()])
  })
})

it('reports nothing if a file is saved without a change', async () => {
  // Node polls a file once for all its watchers; this one is called last.
  let onPoll: () => void = () => {}
  const late = () => void setTimeout(300).then(() => onPoll())
  watchFile(file, { interval: 150 }, late)
  // After the first change that was noticed, polling has certainly begun.
  writeFileSync(file, renamed('Grace'))
  await waitForLines(1)
  for (const save of [writeFileSync, replace]) {
    const polled = new Promise<void>((resolve) => {
      onPoll = resolve
    })
    save(file, renamed('Grace'))
    await polled
    expect(reported).toEqual([accepted()])
  }
  unwatchFile(file, late)
  writeFileSync(join(folder, 'other.yaml'), 'broken: [')
  writeFileSync(file, renamed('Ada'))
  await waitForLines(2)
  expect(reported).toEqual([accepted(), accepted()])
})

it('reports nothing after close', async () => {
  writeFileSync(file, renamed('Ada'))
  await watcher.close()
  const lines: string[] = []
  const other = watchContract(file, original, mock.use, (line) => lines.push(line))
  await waitForLines(1, lines)
  await other.close()
  expect(reported).toEqual([])
})

describe('While the contract changes,', () => {
  it('a kept-alive connection stays open', async () => {
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
    writeFileSync(file, renamed('Ada'))
    await waitForLines(1)
    expect(await logIn()).toBe('Ada')
    writeFileSync(file, 'broken: [')
    await waitForLines(2)
    expect(await logIn()).toBe('Ada')
    expect(ports.size).toBe(1)
    agent.destroy()
  })

  it('a request in progress keeps the previous contract', async () => {
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
