/** Whole runs of the kit: the verdict of the reference server, and reports without secrets. */
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { performRun } from '../../conformance/cli/perform-run.ts'
import { exitCodeOf } from '../../conformance/cli/run.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import { send } from '../../conformance/client/driver.ts'
import { encodingsOf } from '../../conformance/client/secret-index.ts'
import type { Result } from '../../conformance/report/result.ts'
import { writeReports } from '../../conformance/report/write.ts'
import { createHarness, runKit, silent } from './kit-harness.ts'

const kit = createHarness()

/** The digits of a code may be those of a number in JSON, or a part of a longer one. */
const holds = (text: string, secret: string) =>
  /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?![\\d.])`).test(text.replace(/": ?-?[\d.]+/g, ''))
    : text.includes(secret)

/** What the run sent and received in fields for secrets, and in headers. */
const [inFields, inHeaders] = [new Set<string>(), new Set<string>()]
let result: Result
let exitCode: number
let reports: string[]
beforeAll(async () => {
  const remember = (text = '') => {
    for (const [, , secret = ''] of text.matchAll(
      /"(accessToken|refreshToken|password|verificationCode)":"([^"]{4,})"/g,
    )) {
      // Checks send these words as invalid values; they are not secrets.
      if (!['text', 'null', 'undefined'].includes(secret)) inFields.add(secret)
    }
  }
  const { config } = readConfig([...kit.flags, '--level', 'profile', '--explore', '1'], {})
  const run = await performRun(config, silent, async (request, timeout) => {
    remember(request.body)
    for (const name of ['authorization', 'x-admin-api-key']) {
      const secret = request.headers[name]?.split(' ').at(-1) ?? ''
      // Checks send an e-mail in place of a token.
      if (secret !== '' && !secret.includes('@')) inHeaders.add(secret)
    }
    const response = await send(request, timeout)
    remember(response.text)
    return response
  })
  result = run.result
  exitCode = exitCodeOf(run, config)
  reports = await Promise.all(writeReports(result, kit.folder).map((file) => readFile(file, 'utf8')))
})

describe('the reference server', () => {
  test('conforms at all levels, with every check verified', () => {
    for (const level of ['documented', 'sound', 'profile'] as const)
      expect(result.counts[level].unverified).toBeUndefined()
    expect(result.verdict).toEqual({ documented: 'conformant', sound: 'conformant', profile: 'conformant' })
    expect(result.conditions.seen).toEqual(result.conditions.stated)
    expect(exitCode).toBe(0)
  })

  test('has every fixture that the checks need', async () => {
    const { code, out } = await runKit('doctor', ...kit.flags)
    expect(out).not.toMatch(/✗/)
    expect(code).toBe(0)
  })

  // Otherwise DEL-19, which tries the password of another user, proves nothing.
  test('gives each account a password of its own', async () => {
    const [one, other] = [await kit.makeAccount(), await kit.makeAccount()]
    expect(one.password).not.toBe(other.password)
  })
})

describe('a report', () => {
  test('contains no secret that the run sent or received', () => {
    const encodings = new Set([...inFields, ...inHeaders].flatMap(encodingsOf))
    expect(reports).toHaveLength(5)
    expect(inFields.size).toBeGreaterThan(90)
    for (const text of reports) expect([...encodings].filter((encoding) => holds(text, encoding))).toEqual([])
  })

  test('contains no long part of a secret in any case or direction, and no mutation of it', () => {
    const secrets = [...inHeaders].filter((text) => text.length > 12)
    expect(secrets.length).toBeGreaterThan(30)
    const pieces = secrets.flatMap((secret) => {
      const reversed = [...secret].reverse().join('')
      return [secret.slice(0, -2), secret.slice(2), reversed].map((piece) => piece.toLowerCase())
    })
    for (const text of reports.map((report) => report.toLowerCase())) {
      expect(pieces.filter((piece) => text.includes(piece))).toEqual([])
      expect(text).not.toMatch(/eyj[\w-]{20,}/)
    }
    const shownAs = result.checks.flatMap(({ steps }) => steps.map(({ request }) => JSON.stringify(request.headers)))
    for (const name of ['«admin key, last letter changed»', 'accessToken[ \\d]*, no signature, and alg none in a JWT»'])
      expect(shownAs.filter((headers) => new RegExp(name).test(headers)).length, name).toBeGreaterThan(0)
  })
})
