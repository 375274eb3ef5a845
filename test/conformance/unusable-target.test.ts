import { mkdirSync, readdirSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createHarness, json, respond, runKit } from './kit-harness.ts'

const kit = createHarness()

const page = { 'content-type': 'text/html' }
const notFound = '{"error":{"code":"NOT_FOUND","message":"","status":404}}'

describe('exits with 4 when', () => {
  test('the target is down, and the folder has no reports of an earlier run', async () => {
    const folder = join(kit.folder, 'reports')
    await runKit(kit.reference.url, '--only', 'LOGIN-03', '--report', folder, '--reveal')
    expect(readdirSync(folder)).toHaveLength(6)
    const { code, err } = await runKit('http://127.0.0.1:2', '--report', folder)
    expect(err).toMatch(/cannot be tested: .*ECONNREFUSED/)
    expect({ code, files: readdirSync(folder) }).toEqual({ code: 4, files: [] })
  })

  test.each<[condition: string, listener: RequestListener, message: RegExp, flags?: string[]]>([
    ['the target never responds', () => {}, /cannot be tested: no answer within 0\.1 s/, ['--timeout', '0.1']],
    ['every path responds 404', respond(404, notFound, json), /is this the base address/],
    ['every path responds with a page', respond(200, '<html>', page), /is this the base address/],
    [
      'only GET is allowed',
      ({ method }, response) => response.writeHead(method === 'GET' ? 200 : 405).end('<html>'),
      /is this the base address/,
    ],
    [
      'the target redirects',
      respond(308, '', { location: 'https://there.example/' }),
      /redirects each call, as to https:\/\/there\.example\/: give the address behind/,
    ],
    [
      'responses are compressed otherwise than a request allows',
      respond(400, Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), { ...json, 'content-encoding': 'zstd' }),
      /cannot be tested: the response is in zstd, which no request asked for/,
    ],
    ['a gateway rejects every request', respond(401, 'who are you?'), /answers every call alike.*--header/],
    [
      'the target is always unavailable',
      respond(503),
      /cannot be tested: .* not available \(503\)/,
      ['--patience', '0'],
    ],
  ])('%s', async (_, listener, message, flags = []) => {
    const { code, out, err } = await runKit(await kit.serve(listener), ...flags)
    expect({ code, out, err }).toEqual({ code: 4, out: '', err: expect.stringMatching(message) })
  })

  test('an address with https:// is that of an HTTP server, said in one line', async () => {
    const { code, err } = await runKit(kit.reference.url.replace('http:', 'https:'))
    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringMatching(/^https:.* cannot be tested: it does not speak https\n$/),
    })
  })

  test('a report cannot be written after the run, whose results are printed all the same', async () => {
    const reports = join(kit.folder, 'taken')
    const url = await kit.proxy(() => {
      mkdirSync(join(reports, 'report.json'), { recursive: true })
      return false
    })
    const { code, out, err } = await runKit(url, '--only', 'LOGIN-03', '--report', reports)
    expect(out).toMatch(/is conformant as far as 1 of/)
    expect(err).toMatch(/\nthe reports could not be written: EISDIR[^\n]*\n$/)
    expect(code).toBe(4)
  })

  test('the target goes down during the run, even if a check failed before', async () => {
    let isGone = false
    const url = await kit.proxy((path, request, response) => {
      isGone ||= path === '/dashboard/account/delete' && request.headers.authorization !== undefined
      if (isGone) request.socket.destroy()
      else if (path === '/auth/login') response.writeHead(200, json).end('{}')
      else return false
      return true
    })
    const checks = ['--only', 'LOGIN-01,DEL-01,DEL-02']
    const { code, out, err } = await runKit(url, ...checks, '--jobs', '1', '--patience', '0.3')
    expect(out).toMatch(/✗ LOGIN-01/)
    expect(err).toMatch(/^the target stopped responding: no response since DEL-01$/m)
    expect(out).toMatch(/the target stopped responding: no response since DEL-01\s+DEL-01, DEL-02/)
    expect(code).toBe(4)
  })
})
