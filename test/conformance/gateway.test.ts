/** A gateway in front of the target: what it answers is not held against the target. */
import { createRandom } from '@monitoring-service/contract/seeded-random'
import { expect, test } from 'vitest'
import { createRunContext } from '../../conformance/cli/run-context.ts'
import { readConfig } from '../../conformance/cli/settings/config.ts'
import type { ReceivedResponse } from '../../conformance/client/driver.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { json, runAgainst } from './kit-harness.ts'

const page = { 'content-type': 'text/html' }
type Headers = Record<string, string>
const answer = (status: number, headers: Headers, text: string): ReceivedResponse => ({ status, headers, text })
const fine = answer(200, json, '{}')
const badGateway = answer(502, page, '<h1>502</h1>')

/** A client whose target gives these answers, one after the other. */
function clientOf(answers: ReceivedResponse[]) {
  const { config } = readConfig(['http://127.0.0.1:1', '--patience', '2', '--max-requests', '9'], {})
  return createRunContext(config, async () => answers.shift() as ReceivedResponse).services.client
}
const request = (method: string) => ({ method, path: '/', headers: {} })

test('a request that changes nothing is sent again when a gateway answers it, another one is not', async () => {
  const client = clientOf([fine, fine, fine, badGateway, badGateway, fine, badGateway])
  for (let times = 0; times < 4; times++) expect((await client.send(request('GET'))).response.status).toBe(200)
  await expect(client.send(request('POST'))).rejects.toThrow('a gateway answers in place of the target: 502 text/html')
  expect(client.gateway.summary()).toEqual({ answers: 3, of: 7, forms: ['502 text/html'] })
})

test('retries do not use up the requests of a run', async () => {
  const busy = answer(429, { ...json, 'retry-after': '0' }, '{}')
  const client = clientOf([busy, busy, fine, badGateway, fine])
  await client.send(request('POST'))
  expect(client.remainingRequests()).toBe(8)
  await client.send(request('GET'))
  expect(client.remainingRequests()).toBe(7)
})

test('an error that is not JSON is the target’s own, unless others have another sender', async () => {
  const [own, html] = [{ server: 'target' }, answer(400, page, '<h1>400</h1>')]
  const target = Array.from({ length: 20 }, () => answer(200, { ...json, ...own }, '{}'))
  const client = clientOf([...target, { ...html, headers: { ...page, ...own } }, html])
  const next = () => client.sendOnce(request('POST')).finally(() => client.refund(1))
  for (const { status } of [...target, html]) expect((await next()).response.status).toBe(status)
  await expect(next()).rejects.toThrow('a gateway answers in place of the target: 400 text/html')
})

test('a page with 403 is a firewall’s where the target answers 403 in JSON, and no page in other errors', async () => {
  const firewall = answer(403, page, '<h1>Request blocked</h1>')
  const recognizedAfter = async (...answers: ReceivedResponse[]) => {
    const client = clientOf([...answers, firewall])
    for (const _ of answers) await client.sendOnce(request('POST'))
    return client.sendOnce(request('POST')).then(
      () => false,
      () => true,
    )
  }
  const own = answer(403, json, '{}')
  expect(await recognizedAfter(fine, own)).toBe(true)
  expect(await recognizedAfter(fine, fine)).toBe(false)
  expect(await recognizedAfter(fine, own, answer(404, page, '<h1>404</h1>'))).toBe(false)
})

const losesTenth =
  (lose: 'answers' | 'connections', seed: number): Override =>
  (base) => {
    const random = createRandom(seed)
    const isLost = () => random() < 0.1
    return lose === 'answers'
      ? {
          onResponse: (response) =>
            isLost() ? { status: 502, headers: { 'Content-Type': 'text/html' }, text: 'Bad Gateway' } : response,
        }
      : {
          send: (response, incoming, outgoing) =>
            isLost() ? void outgoing.destroy() : base.send(response, incoming, outgoing),
        }
  }

test.each([
  ['answers', 1],
  ['answers', 2],
  ['connections', 1],
  ['connections', 2],
  ['connections', 3],
] as const)('no check fails where a gateway loses a tenth of the %s at random (seed %i)', async (lose, seed) => {
  const only = ['--only', 'LOGIN-02,ADMIN-12,INC-01,INC-02,SIGN-01,SIGN-05,MONITOR-01,MONITOR-02']
  const flags = ['--jobs', '1', '--patience', '1', '--level', 'profile', '--json']
  const { checks, gateway } = JSON.parse((await runAgainst(losesTenth(lose, seed), ...only, ...flags)).out)
  const failed = checks.filter(({ outcome }: { outcome: object }) => Object.values(outcome).includes('fail'))
  expect(failed.map(({ id }: { id: string }) => id)).toEqual([])
  expect(gateway?.forms).toEqual(lose === 'answers' ? ['502 text/html'] : undefined)
})
