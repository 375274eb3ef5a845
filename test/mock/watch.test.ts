/** The mock reloads a contract that is edited while it runs. */
import { once } from 'node:events'
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unwatchFile,
  watchFile,
  writeFileSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock } from '@monitoring-service/mock'
import { describe, expect, vi } from 'vitest'
import { withDocument } from '../../mock/contract-file/load.ts'
import { watchTextFile } from '../../mock/watch-file.ts'
import { it as base } from '../support/folder-test.ts'
import { sendUsual } from './send.ts'

const original = readFileSync(contractFile, 'utf8')
/** The contract with another name for the user who logs in. */
const renamed = (name: string) => original.replaceAll('name: Olivia Owner', `name: ${name}`)
const credentials = JSON.stringify({ email: 'owner@acme.example', password: 'correct-horse-battery' })
const login = { method: 'POST', headers: { 'content-type': 'application/json' } }

async function watchIn(at: (name: string) => string) {
  const [file, reported]: [string, string[]] = [at('contract.yaml'), []]
  writeFileSync(file, original)
  const mock = await createMock({ contract: file })
  const watch = (path = file, lines = reported) => {
    const use = (text: string) => withDocument(text, path, mock.use)
    return watchTextFile({ file: path, text: original, kind: 'contract', use }, (line) => lines.push(line))
  }
  return {
    file,
    at,
    mock,
    reported,
    watch,
    watcher: watch(),
    accepted: `${file} has changed; the new contract is used`,
    servedName: async () => (await sendUsual(mock.url, 'login')).body.user?.name,
    waitForLines: (count: number) => waitForLines(reported, count),
  }
}

/** A mock of a contract file in a folder of its own, and a watcher that has just started. */
const it = base.extend<{ subject: Awaited<ReturnType<typeof watchIn>> }>({
  subject: async ({ folder }, use) => {
    const subject = await watchIn(folder.at)
    await use(subject)
    await subject.watcher.close()
    await subject.mock.close(0)
  },
})

const waitForLines = (lines: string[], count: number) =>
  vi.waitFor(() => expect(lines.length, lines.join('\n')).toBeGreaterThanOrEqual(count), { timeout: 10_000 })

/** Saves as many editors do: by a new file in place of the old one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

async function readName(outgoing: ReturnType<typeof request>): Promise<string> {
  const [incoming] = await once(outgoing, 'response')
  return ((await json(incoming)) as { user: { name: string } }).user.name
}

// Not concurrent: the steps and the polls must not wait for another test.
it('a contract written in many steps counts as one change', async ({ subject }) => {
  const { file, reported, waitForLines, servedName, accepted } = subject
  writeFileSync(file, '')
  for (const part of renamed('Ada').match(/[\s\S]{1,20000}/g) ?? []) {
    appendFileSync(file, part)
    // Slow enough that a poll falls between two steps.
    await setTimeout(100)
  }
  await waitForLines(1)
  expect([reported, await servedName()]).toEqual([[accepted], 'Ada'])
})

it('reports nothing if a file is saved without a change', async ({ subject }) => {
  const { file, at, reported, waitForLines, accepted } = subject
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
    expect(reported).toEqual([accepted])
  }
  unwatchFile(file, late)
  writeFileSync(at('other.yaml'), 'broken: [')
  writeFileSync(file, renamed('Ada'))
  await waitForLines(2)
  expect(reported).toEqual([accepted, accepted])
})

describe.concurrent('A valid contract is served after it was', () => {
  it.for([
    ['saved in place', true],
    ['changed before the watcher started', false],
  ] as const)('%s', async ([_, isWatched], { subject }) => {
    const { file, reported, waitForLines, servedName, accepted, watch } = subject
    if (!isWatched) await subject.watcher.close()
    writeFileSync(file, renamed('Ada'))
    if (!isWatched) subject.watcher = watch()
    await waitForLines(1)
    expect([reported, await servedName()]).toEqual([[accepted], 'Ada'])
  })

  it('replaced by another file, several times', async ({ subject }) => {
    const { file, reported, waitForLines, servedName, accepted } = subject
    for (const [count, name] of ['Ada', 'Grace', 'Emmy'].entries()) {
      replace(file, renamed(name))
      await waitForLines(count + 1)
      expect(await servedName()).toBe(name)
    }
    expect(reported).toEqual(Array(3).fill(accepted))
  })

  it('deleted and restored', async ({ subject }) => {
    const { file, reported, waitForLines, servedName, accepted } = subject
    rmSync(file)
    await waitForLines(1)
    expect(reported).toEqual([`${file} cannot be read: there is no such file; the previous contract is still used`])
    expect(await servedName()).toBe('Olivia Owner')
    writeFileSync(file, original)
    await waitForLines(2)
    expect(reported[1]).toBe(accepted)
    writeFileSync(file, renamed('Ada'))
    await waitForLines(3)
    expect(await servedName()).toBe('Ada')
  })

  it('changed behind a symbolic link', async ({ subject }) => {
    const { file, at, servedName, watch } = subject
    const [link, lines]: [string, string[]] = [at('link.yaml'), []]
    await subject.watcher.close()
    symlinkSync(file, link)
    subject.watcher = watch(link, lines)
    replace(file, renamed('Ada'))
    await waitForLines(lines, 1)
    expect([lines, await servedName()]).toEqual([[`${link} has changed; the new contract is used`], 'Ada'])
  })
})

describe.concurrent('An invalid contract is reported in one line with its place, and the previous one stays:', () => {
  const dangling = original.replace('#/components/schemas/SignupRequest', '#/components/schemas/Signup')
  const otherStatus = original.replace('status: 409 } }', 'status: 410 } }')
  const misfit = original.replaceAll('name: Olivia Owner', 'name: [Olivia]')
  it.for<[string, string, RegExp]>([
    ['invalid YAML', original.replace('\npaths:', '\n paths: ['), /:\d+:\d+: bad indentation/],
    ['a dangling reference', dangling, /:\d+:\d+: there is nothing at #\/components\/schemas\/Signup/],
    ['an example with another status', otherStatus, /:\d+:\d+: emailTaken has the status 410 in a response of 409/],
    ['an example that does not fit', misfit, /:\d+:\d+: login does not match its schema: name must be string/],
    ['a schema that does not compile', original.replace('type: object', 'type: objct'), /:\d+:\d+: type must be/],
    ['an empty file', '', /:1:1: expected a document/],
    ['another text', 'hello', /:1:1: the document must be object/],
  ])('%s', async ([_, text, reason], { subject }) => {
    const { file, mock, reported, waitForLines, servedName, accepted } = subject
    const { scenarios } = mock
    writeFileSync(file, text)
    await waitForLines(1)
    expect(reported[0]).toMatch(reason)
    expect(reported[0]).toMatch(/^\S+contract\.yaml:\d+:\d+: [^\n]+; the previous contract is still used$/)
    expect(await servedName()).toBe('Olivia Owner')
    expect(mock.scenarios).toEqual(scenarios)
    // A fix is reported, even if it restores the previous text.
    writeFileSync(file, original)
    await waitForLines(2)
    expect(reported.slice(1)).toEqual([accepted])
  })
})

describe.concurrent('The mock', () => {
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
