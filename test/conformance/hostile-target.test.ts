/** Responses that could exhaust the kit, and requests without a response: each is a finding about its call alone. */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import { createHarness, json, runKit } from './kit-harness.ts'

const kit = createHarness()
const megabyte = 2 ** 20

/** Runs two checks against a target that answers deletions with a password in this way. */
async function run(respond: RequestListener, ...flags: string[]) {
  const url = await kit.proxy((path, request, response) => {
    const isOther = path !== '/dashboard/account/delete' || Number(request.headers['content-length']) < 10
    if (!isOther) respond(request, response)
    return !isOther
  })
  const { code, out } = await runKit(url, '--only', 'LOGIN-01,DEL-01', '--report', kit.folder, ...flags)
  expect(code).toBe(1)
  const { checks }: Result = JSON.parse(readFileSync(join(kit.folder, 'report.json'), 'utf8'))
  const [login, deletion] = ['LOGIN-01', 'DEL-01'].map((id) => checks.find((check) => check.id === id))
  expect(login?.outcome.sound).toBe('pass')
  return { out: out.replace(/\s+/g, ' '), deletion, url }
}

const limit = 'expected: POST /dashboard/account/delete is answered within the limits of the kit seen: '
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const secrets = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => ({ token: `aaaa-bbbb-${index}` })))

test('an endless response is read to the limit only', async () => {
  let sent = 0
  const { out } = await run((_, response) => {
    response.writeHead(200, json)
    const write = () => {
      while (!response.destroyed && sent < 1000 * megabyte) {
        sent += megabyte
        if (!response.write(Buffer.alloc(megabyte, ' '))) return void response.once('drain', write)
      }
    }
    write()
  })
  expect(out).toContain(`${limit}it has more than 8 MB`)
  expect(sent).toBeLessThan(100 * megabyte)
})

test.each<[what: string, body: string | Buffer, headers: object, seen: string]>([
  [
    'that unpacks to more than the limit',
    gzipSync(Buffer.alloc(50 * megabyte, ' ')),
    { 'content-encoding': 'gzip' },
    '8 MB',
  ],
  ['of 200,000 levels', deep(200_000), {}, '100 levels of arrays and objects'],
  ['with 12,000 tokens', secrets(12_000), {}, '1000 tokens or passwords'],
])('a response %s is a finding about its call', async (_, body, headers, seen) => {
  const { out } = await run((_, response) => response.writeHead(200, { ...json, ...headers }).end(body))
  expect(out).toContain(`${limit}it has more than ${seen}`)
})

test('a request without a response is a step with its command line, in each report', async () => {
  const { out, deletion, url } = await run((request) => request.socket.destroy())
  const line = `--data-raw '{"password":"'"$KIT_PASSWORD`
  expect(out).toContain('expected: POST /dashboard/account/delete is answered seen: the connection was closed')
  expect(out).toMatch(/-X POST \S*\/dashboard\/account\/delete .* → no response: the connection was closed/)
  const step = deletion?.steps[deletion.findings[0]?.step ?? -1]
  expect(step).toMatchObject({ unanswered: 'the connection was closed', response: { status: 0 } })
  expect(step?.curl).toContain(line)
  const replayed = await runKit('replay', 'DEL-01', url)
  expect(replayed.out).toMatch(
    /dashboard\/account\/delete.*\n {3}→ no response: the connection was closed, after \d+ ms/,
  )
  for (const file of ['summary.md', 'junit.xml', 'report.html'])
    expect(readFileSync(join(kit.folder, file), 'utf8')).toContain('no response: the connection was closed')
})
