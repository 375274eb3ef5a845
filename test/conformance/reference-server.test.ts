/** The kit against the reference server, over HTTP. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { performRun } from '../../conformance/cli/run.ts'
import { fetchDriver } from '../../conformance/client/http.ts'
import { encodingsOf } from '../../conformance/client/redact.ts'
import { readConfig } from '../../conformance/config/config.ts'
import { writeReports } from '../../conformance/report/write.ts'
import { type Reference, startReference } from './reference-server.ts'
import { runKit } from './run-kit.ts'

// Runs of the whole kit take long on a busy machine; they wait for conditions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let reference: Reference
let folder: string
let flags: string[]

beforeAll(async () => {
  reference = await startReference()
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  flags = [reference.url, '--hook', reference.hookUrl, '--admin-key', reference.adminKey]
})
afterAll(async () => {
  await reference.close()
  await rm(folder, { recursive: true })
})

describe('The reference server', () => {
  test('conforms at both levels, completely.', async () => {
    const { code, out } = await runKit(...flags, '--level', 'profile', '--report', folder)
    const result = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    expect({ code, out }).toEqual({ code: 0, out: expect.any(String) })
    for (const level of ['documented', 'profile']) expect(result.counts[level].unverified).toBeUndefined()
    expect(result.verdict).toEqual({ documented: 'conformant', profile: 'conformant' })
    expect(result.conditions.seen).toEqual(result.conditions.stated)
  })

  test('has everything that the checks ask for.', async () => {
    const { code, out } = await runKit('doctor', ...flags)
    expect(out).not.toMatch(/✗/)
    expect(code).toBe(0)
  })
})

describe('A report', () => {
  test('holds none of the secrets that the run used or received.', async () => {
    const secrets = new Set<string>([reference.adminKey])
    const remember = (text: string | undefined) => {
      for (const [, , secret = ''] of text?.matchAll(
        /"(accessToken|refreshToken|password|verificationCode)":"([^"]{4,})"/g,
      ) ?? []) {
        // Checks send these words in place of one; they are no secrets.
        if (!['text', 'null', 'undefined'].includes(secret)) secrets.add(secret)
      }
    }
    const { config } = readConfig([...flags, '--only', 'LOGIN,DEL,ADMIN'], {})
    const { result } = await performRun(
      config,
      { out: () => {}, err: () => {}, isStyled: false, isLive: false },
      async ({ method, url, headers, body }) => {
        remember(body)
        if (headers.authorization) secrets.add(headers.authorization.replace('Bearer ', ''))
        const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
        const text = await response.text()
        remember(text)
        return { status: response.status, headers: Object.fromEntries(response.headers), text }
      },
    )
    const files = writeReports(result, folder)
    expect(files.length).toBe(6)
    expect(secrets.size).toBeGreaterThan(90)
    for (const file of files) {
      const text = await readFile(file, 'utf8')
      const found = [...secrets].filter((secret) => encodingsOf(secret).some((encoding) => text.includes(encoding)))
      expect(found).toEqual([])
    }
  })

  test('holds no long piece of one either, in whatever case or direction, nor what was made of it.', async () => {
    const shown = new Set<string>([reference.adminKey])
    const { config } = readConfig([...flags, '--only', 'AUTH'], {})
    const silent = { out: () => {}, err: () => {}, isStyled: false, isLive: false }
    const { result } = await performRun(config, silent, (request, timeout) => {
      for (const name of ['authorization', 'x-admin-api-key']) shown.add(request.headers[name]?.split(' ').at(-1) ?? '')
      return fetchDriver(request, timeout)
    })
    const secrets = [...shown].filter((text) => text.length > 12 && !text.includes('@'))
    expect(secrets.length).toBeGreaterThan(30)
    const pieces = secrets.flatMap((secret) => {
      const reversed = [...secret].reverse().join('')
      return [secret.slice(0, -2), secret.slice(2), reversed].map((piece) => piece.toLowerCase())
    })
    for (const file of writeReports(result, folder)) {
      const text = (await readFile(file, 'utf8')).toLowerCase()
      expect(pieces.filter((piece) => text.includes(piece))).toEqual([])
      expect(text).not.toMatch(/eyj[\w-]{20,}/)
    }
    const shownAs = result.checks.flatMap(({ steps }) => steps.map(({ request }) => JSON.stringify(request.headers)))
    for (const name of [
      '«admin key, last letter changed»',
      '«accessToken[ \\d]*, signature gone»',
      '«an e-mail for a token»',
    ])
      expect(shownAs.filter((headers) => new RegExp(name).test(headers)).length).toBeGreaterThan(0)
  })

  test('on disk holds none either.', async () => {
    await runKit(...flags, '--only', 'LOGIN-01,INC-01,AUTH-10,AUTH-01b', '--report', folder)
    for (const file of await readdir(folder)) {
      const text = await readFile(join(folder, file), 'utf8')
      expect(text).not.toContain(reference.adminKey)
      expect(text).not.toMatch(/eyJ[\w-]{20,}/)
    }
  })
})
