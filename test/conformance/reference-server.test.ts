/** The kit against the reference server over HTTP: the verdict, and reports without secrets. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { send } from '../../conformance/client/driver.ts'
import { encodingsOf } from '../../conformance/client/secret-index.ts'
import { writeReports } from '../../conformance/report/write.ts'
import { createHarness, runKit, silent } from './kit-harness.ts'

const kit = createHarness()

/** The digits of a code may be those of a number in JSON, or a part of a longer one. */
const holds = (text: string, secret: string) =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?![\\d.])`).test(text.replace(/": ?-?[\d.]+/g, ''))
    : text.includes(secret)

describe('the reference server', () => {
  test('conforms at all levels, with every check verified', async () => {
    const { code, out } = await runKit(...kit.flags, '--level', 'profile', '--report', kit.folder)
    const result = JSON.parse(await readFile(join(kit.folder, 'report.json'), 'utf8'))
    expect({ code, out }).toEqual({ code: 0, out: expect.any(String) })
    for (const level of ['documented', 'sound', 'profile']) expect(result.counts[level].unverified).toBeUndefined()
    expect(result.verdict).toEqual({ documented: 'conformant', sound: 'conformant', profile: 'conformant' })
    expect(result.conditions.seen).toEqual(result.conditions.stated)
  })

  test('has every fixture that the checks need', async () => {
    const { code, out } = await runKit('doctor', ...kit.flags)
    expect(out).not.toMatch(/✗/)
    expect(code).toBe(0)
  })
})

describe('a report', () => {
  test('contains no secret that the run sent or received', async () => {
    const secrets = new Set<string>([kit.reference.adminKey])
    const remember = (text: string | undefined) => {
      for (const [, , secret = ''] of text?.matchAll(
        /"(accessToken|refreshToken|password|verificationCode)":"([^"]{4,})"/g,
      ) ?? []) {
        // Checks send these words as invalid values; they are not secrets.
        if (!['text', 'null', 'undefined'].includes(secret)) secrets.add(secret)
      }
    }
    const { config } = readConfig([...kit.flags, '--only', 'LOGIN,DEL,ADMIN'], {})
    const { result } = await performRun(config, silent, async ({ method, url, headers, body }) => {
      remember(body)
      if (headers.authorization) secrets.add(headers.authorization.replace('Bearer ', ''))
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
      const text = await response.text()
      remember(text)
      return { status: response.status, headers: Object.fromEntries(response.headers), text }
    })
    const files = writeReports(result, kit.folder)
    expect(files.length).toBe(5)
    expect(secrets.size).toBeGreaterThan(90)
    for (const file of files) {
      const text = await readFile(file, 'utf8')
      const found = [...secrets].filter((secret) => encodingsOf(secret).some((encoding) => holds(text, encoding)))
      expect(found).toEqual([])
    }
  })

  test('contains no long part of a secret in any case or direction, and no mutation of it', async () => {
    const shown = new Set<string>([kit.reference.adminKey])
    const { config } = readConfig([...kit.flags, '--only', 'AUTH'], {})
    const { result } = await performRun(config, silent, (request, timeout) => {
      for (const name of ['authorization', 'x-admin-api-key']) shown.add(request.headers[name]?.split(' ').at(-1) ?? '')
      return send(request, timeout)
    })
    const secrets = [...shown].filter((text) => text.length > 12 && !text.includes('@'))
    expect(secrets.length).toBeGreaterThan(30)
    const pieces = secrets.flatMap((secret) => {
      const reversed = [...secret].reverse().join('')
      return [secret.slice(0, -2), secret.slice(2), reversed].map((piece) => piece.toLowerCase())
    })
    for (const file of writeReports(result, kit.folder)) {
      const text = (await readFile(file, 'utf8')).toLowerCase()
      expect(pieces.filter((piece) => text.includes(piece))).toEqual([])
      expect(text).not.toMatch(/eyj[\w-]{20,}/)
    }
    const shownAs = result.checks.flatMap(({ steps }) => steps.map(({ request }) => JSON.stringify(request.headers)))
    for (const name of [
      '«admin key, last letter changed»',
      'accessToken[ \\d]*, no signature, and alg none in a JWT»',
      '«an e-mail for a token»',
    ])
      expect(shownAs.filter((headers) => new RegExp(name).test(headers)).length).toBeGreaterThan(0)
  })

  test('contains no secret when the command line writes it', async () => {
    const { code } = await runKit(...kit.flags, '--only', 'LOGIN-01,INC-01,AUTH-10,AUTH-01', '--report', kit.folder)
    expect(code).toBe(0)
    for (const file of await readdir(kit.folder)) {
      const text = await readFile(join(kit.folder, file), 'utf8')
      expect(text).not.toContain(kit.reference.adminKey)
      expect(text).not.toMatch(/eyJ[\w-]{20,}/)
    }
  })
})
