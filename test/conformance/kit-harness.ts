/** Shared by the tests of the kit: its command line, a reference server, and HTTP servers and proxies for one test. */
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { execute } from '../../conformance/cli/execute.ts'
import { createTerminal } from '../../conformance/report/console.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import { startImplementation } from '../../conformance/self-test/implementation/index.ts'
import type { Override, Steps } from '../../conformance/self-test/implementation/steps.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { type Reference, startReference } from './reference-server.ts'

export type Json = Record<string, unknown>

export const json = { 'content-type': 'application/json' }

/** Gives every request the same response. */
export const respond =
  (status: number, body: string | Buffer = '', headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

/** A list that has a writer with these credentials. */
export const listedWriter = (credentials: string) =>
  `teams: [{ id: one, plan: paid }]\naccounts: [{ teamId: one, scope: write, ${credentials} }]\n`

export const silent = { out: () => {}, err: () => {}, isStyled: false }

/** Runs a command of the kit in this process and returns its exit code and its output. */
export async function runKit(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const terminal = createTerminal({ out: (text) => void out.push(text), err: (text) => void err.push(text) })
  const code = await execute(args, {}, terminal)
  // Without the first line of a run's progress.
  return { code, out: out.join(''), err: err.join('').replace(/^checking [^\n]*\n/, '') }
}

/** Runs the kit against an implementation that differs so from the independent one. */
export async function runAgainst(override: Override, ...flags: string[]) {
  const { url, hookUrl, adminKey, close } = await startImplementation({ fault: { override } })
  const result = await runKit(url, '--hook', hookUrl, '--admin-key', adminKey, ...flags)
  await close()
  return result
}

/** How the fault with this id changes it. */
export const overrideOf = (id: string) => faults.find((one) => one.id === id)?.override as Override

/** The output of such a run, in one line. */
export async function outputOf(override: Override, ...flags: string[]): Promise<string> {
  return (await runAgainst(override, '--jobs', '1', ...flags)).out.replace(/\s+/g, ' ')
}

interface Mapping {
  /** Changes the headers of a request before it is forwarded. */
  headers?(headers: IncomingHttpHeaders): IncomingHttpHeaders
  /** Changes a response before it is sent back. */
  response?(status: number, text: string, path: string): [status: number, text: string]
}

/** Registers the setup of a test file. Servers end after each test, the reference server and the folder after all. */
export function createHarness() {
  // Runs of many checks take long on a busy machine; they wait for conditions.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  let reference: Reference
  let folder: Folder
  const servers: Server[] = []
  beforeAll(async () => {
    reference = await startReference()
    folder = await makeFolder()
  })
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })
  afterAll(async () => {
    await reference.close()
    await folder.remove()
  })

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function make(kind: string, fields: Json = {}, id?: string): Promise<Json> {
    const body = JSON.stringify({ kind, id, fields })
    return (await (await fetch(reference.hookUrl, { method: 'POST', headers: json, body })).json()) as Json
  }

  return {
    get reference() {
      return reference
    },

    get folder() {
      return folder.path
    },

    /** Flags that let the reference server's hook and admin key be used. */
    get flags() {
      return [reference.url, '--hook', reference.hookUrl, '--admin-key', reference.adminKey]
    },

    serve,

    /** Forwards requests to the reference server, except those that `intercept` answers and returns true for. */
    proxy(
      intercept: (path: string, ...call: Parameters<RequestListener>) => boolean,
      mapping: Mapping = {},
    ): Promise<string> {
      return serve(async (request, response) => {
        if (intercept(request.url ?? '', request, response)) return
        const body = Buffer.concat(await request.toArray())
        const headers = Object.entries(mapping.headers?.(request.headers) ?? request.headers).filter(
          ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
        )
        const forwarded = await fetch(`${reference.url}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headers as [string, string][],
          ...(body.length > 0 && { body }),
        })
        const text = await forwarded.text()
        const [status, mapped] = mapping.response?.(forwarded.status, text, request.url ?? '') ?? [
          forwarded.status,
          text,
        ]
        response.writeHead(status, [...forwarded.headers].filter(([name]) => name !== 'content-length').flat())
        response.end(mapped)
      })
    },

    /** Asks the reference server's hook for a record, or for a change of one. */
    make,

    /** An account in a new team with this plan, unless the fields name a team. */
    async makeAccount(fields: Json = { scope: 'write' }, plan = 'paid'): Promise<Json> {
      const { teamId = (await make('team', { plan })).id } = fields
      return make('account', { ...fields, teamId })
    },

    /**
     * The reference server's hook with changed fields and changed results.
     * @param change a status in place of fields is the response.
     */
    serveHook(
      change: (...call: HookCall) => HookCall | number | Promise<HookCall>,
      mapResult: (result: Json, ...call: HookCall) => Json | Promise<Json> = (result) => result,
    ): Promise<string> {
      return serve(async (request, response) => {
        const { kind, fields, id } = JSON.parse(Buffer.concat(await request.toArray()).toString())
        const changed = await change(kind, fields, id)
        if (typeof changed === 'number')
          return void response.writeHead(changed, { 'retry-after': '0' }).end('out of order')
        // A change stays one of the same record.
        const [ofKind, withFields, ofId = id] = changed
        response.end(JSON.stringify(await mapResult(await make(ofKind, withFields, ofId), kind, fields, id)))
      })
    },

    async writeFile(text: string, ending = '.yaml'): Promise<string> {
      const path = folder.at(`${Math.random()}${ending}`)
      await writeFile(path, text)
      return path
    },
  }
}

/** Adds an account of others, whose deletion was requested then. */
export function addLeaver(base: Steps, requestedAt: Date): void {
  const team = { id: 'others', name: 'Others', plan: 'free' as const }
  base.teams.set(team.id, team)
  const user = base.createMember(team, 'member')
  const deletion = { requestedAt, scheduledAt: new Date(requestedAt.getTime() + 30 * 86_400_000) }
  base.users.set(user.id, { ...user, deletion })
}

export type HookCall = [kind: string, fields: Json, id?: string]
