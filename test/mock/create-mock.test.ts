/** createMock: how a mock starts, changes its contract and closes. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { type Document, scenarios } from '@monitoring-service/contract'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sendUsual } from './send.ts'

async function start(contract?: Document | string): Promise<Mock> {
  const mock = await createMock({ contract })
  onTestFinished(() => mock.close(0))
  return mock
}

it('accepts the path of a contract, and uses the project’s contract by default', async () => {
  for (const mock of [await start(), await start(contractFile)]) expect(mock.scenarios).toEqual(scenarios)
})

it('starts several independent mocks, and replaces the contract of one', async () => {
  const contract = JSON.parse(JSON.stringify(readContract()))
  const { examples } = contract.paths['/auth/login'].post.responses[200].content['application/json']
  examples.login.value.user.name = 'Another'
  const [own, other] = [await start(), await start(contract)]
  const nameAt = async ({ url }: Mock) => (await sendUsual(url, 'login')).body.user?.name
  expect(own.url).not.toBe(other.url)
  expect([await nameAt(own), await nameAt(other)]).toEqual(['Olivia Owner', 'Another'])
  await own.use(contract)
  expect(await nameAt(own)).toBe('Another')
  expect(own.scenarios).toEqual(other.scenarios)
})

it('frees its port and its connections on close', async () => {
  const mock = await start()
  const port = Number(new URL(mock.url).port)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket.resume(), 'close')
  await mock.close(0)
  await ended
  const next = createServer().listen(port, '127.0.0.1')
  await once(next, 'listening')
  next.close()
})

it('waits half a second at most for a hanging request on close', async () => {
  const mock = await start()
  const hanging = sendUsual(mock.url, 'login', { prefer: 'fault=hang' }).catch(({ code }) => code)
  await sendUsual(mock.url, 'login')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await mock.close()
  const pauses = timers.mock.calls.map(([, pause = 0]) => pause)
  timers.mockRestore()
  expect(pauses).toEqual([500])
  expect(await hanging).toBe('ECONNRESET')
})

it('answers a request for generated values although its contract was replaced meanwhile, and changes neither', async () => {
  const contracts = [readContract(), readContract()] as const
  const mock = await start(contracts[0])
  await sendUsual(mock.url, 'login', { prefer: 'dynamic=true' })
  const delayed = sendUsual(mock.url, 'login', { prefer: 'dynamic=true, delay=300' })
  await mock.use(contracts[1])
  expect((await delayed).statusLine).toBe('200')
  expect(contracts).toEqual([readContract(), readContract()])
})

it('does not wait for generated values on close, and prints nothing of them', async () => {
  const print = vi.spyOn(console, 'error')
  const mock = await start()
  const generated = sendUsual(mock.url, 'login', { prefer: 'dynamic=true' }).catch(({ code }) => code)
  await sendUsual(mock.url, 'login')
  await mock.close(0)
  expect(await generated).toBe('ECONNRESET')
  expect(print).not.toHaveBeenCalled()
})
