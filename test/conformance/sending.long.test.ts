/** How a run sends its requests, and command lines that send them again. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBarrier } from '../../conformance/client/barrier.ts'
import { send } from '../../conformance/client/driver.ts'
import type { Result } from '../../conformance/report/result.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { createHarness, runAgainst, runKit } from './kit-harness.ts'

const kit = createHarness()

/** Runs three checks, and returns the number of requests and of connections that the target saw. */
async function run(...flags: string[]) {
  let requests = 0
  const sockets = new Set()
  const url = await kit.proxy((_path, { socket }) => {
    requests += 1
    sockets.add(socket)
    return false
  })
  const { code, out } = await runKit(url, '--only', 'LOGIN-01,LOGIN-03,SIGN-01', '--jobs', '1', ...flags)
  return { code, out, requests, connections: sockets.size }
}

test('each request has a connection of its own, which any process of the target may get', async () => {
  const { code, out, requests, connections } = await run()
  expect({ code, connections }).toEqual({ code: 0, connections: requests })
  expect(out).toContain('each request on a new connection')
})

test('--keep-alive uses connections again', async () => {
  const { code, requests, connections } = await run('--keep-alive')
  expect(code).toBe(0)
  expect(connections).toBeLessThan(requests / 2)
})

test('more checks run at the same time where the target takes long to answer, unless --jobs says how many', async () => {
  async function mostAtOnce(...flags: string[]) {
    let [now, most] = [0, 0]
    const slow: Override = (base) => ({
      async send(...response) {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 1020))
        now -= 1
        return base.send(...response)
      },
    })
    const { code, err } = await runAgainst(slow, ...flags)
    expect(code).toBe(0)
    return { most, isSaid: err.includes('24 checks run at the same time; --jobs allows fewer') }
  }
  // The preflight calls all eight operations at once.
  expect(await mostAtOnce('--only', 'SIGN-01', '--jobs', '1')).toEqual({ most: 8, isSaid: false })
  const { most, isSaid } = await mostAtOnce(
    '--only',
    'SIGN-01,SIGN-03,SIGN-05,SIGN-06,SIGN-08,SIGN-20,SIGN-24,LOGIN-05,AUTH-11,ERROR-40',
  )
  expect(isSaid).toBe(true)
  expect(most).toBeGreaterThan(8)
})

test('requests at the same time are sent when the connections of all are open, and do not wait for one that fails', async () => {
  let sent = 0
  const server = createServer((_, response) => {
    sent += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const barrier = createBarrier(3)
  const get = (port: number) =>
    send({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {}, isFresh: true, barrier }, 5000)
  const first = [get(port), get(port)]
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(sent).toBe(0)
  await expect(get(1)).rejects.toThrow('ECONNREFUSED')
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
})

test('--max-requests ends a run, whose further checks are unverified', async () => {
  const most = (await run()).requests - 1
  const { code, out, requests } = await run('--max-requests', String(most))
  expect({ code, requests }).toEqual({ code: 3, requests: most })
  expect(out).toContain(`the run has sent its ${most} requests; --max-requests allows more`)
})

test('--reveal writes the secrets with which the command lines of a report send the same requests', async () => {
  const bodies: string[] = []
  const intercept: Parameters<typeof kit.proxy>[0] = (_path, request) => {
    request.on('data', (data) => bodies.push(String(data)))
    return false
  }
  // Steps of checks that failed are in the report.
  const url = await kit.proxy(intercept, { response: (status, text) => [status, text.replace('"user"', '"person"')] })
  await runKit(url, '--only', 'LOGIN-01', '--report', kit.folder, '--reveal')
  const { checks }: Result = JSON.parse(readFileSync(join(kit.folder, 'report.json'), 'utf8'))
  const lines = checks.flatMap(({ steps }) => steps.map(({ curl }) => curl))
  // Prints the body and the address in place of sending them.
  const curl = `curl() { for it in "$@"; do case "$it" in "{"*|http*) echo "$it";; esac; done; }`
  const script = ['. ./secrets.sh', curl, ...lines].join('\n')
  const printed = execFileSync('sh', ['-c', script], { cwd: kit.folder, encoding: 'utf8' }).trim().split('\n')
  expect(printed).toEqual(checks.flatMap(({ steps }) => steps.flatMap((step) => [step.url, expect.any(String)])))
  for (const body of printed.filter((line) => line.startsWith('{'))) expect(bodies).toContain(body)
})
