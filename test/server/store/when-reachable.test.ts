/** The start of a server waits for an unavailable database, for as long as STORE_WAIT says. */
import { DatabaseSync } from 'node:sqlite'
import { ApiError } from '@monitoring-service/http'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import { startServer } from '../../../server/index.ts'
import { readSettings } from '../../../server/read-settings.ts'
import { openStore, useSchema } from '../../../server/store/open.ts'
import { whenReachable } from '../../../server/store/when-reachable.ts'
import { it } from '../../support/folder-test.ts'
import { freePort } from '../../support/ports.ts'
import { secrets } from '../../support/process.ts'
import { demoSettings } from '../../support/settings.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const failing = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })
const refused = failing('ECONNREFUSED')

/** Opens a store after some tries that fail with an error; each try takes a second. */
function createOpening(error: Error, failures: number) {
  let tries = 0
  return vi.fn(async () => {
    vi.advanceTimersByTime(1_000)
    tries += 1
    if (tries <= failures) throw error
    return openStore('memory:')
  })
}

it('A server starts when its database is back, and logs once why it waits', async () => {
  const opening = createOpening(new ApiError('UNAVAILABLE', { cause: refused }), 2)
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  const server = await startServer({ ...demoSettings, logLevel: 'warn', storeWaitSeconds: 30 }, log, opening)
  onTestFinished(() => server.close(0))
  expect(opening).toHaveBeenCalledTimes(3)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'waiting for the database', cause: 'failed with ECONNREFUSED' },
  ])
})

it.for(['makes its tables', 'loads its first records'])(
  'A server %s once another process no longer writes to its SQLite file, and logs once why it waits',
  async (work, { folder }) => {
    const storeUrl = `sqlite:${folder.at('store.db')}`
    await useSchema(storeUrl, async () => {})
    const other = new DatabaseSync(folder.at('store.db'))
    const open = async (url: string) => {
      const late = work === 'loads its first records'
      const opened = late ? await openStore(url) : undefined
      if (causes.length === 0) other.exec('begin immediate')
      return opened ?? openStore(url)
    }
    const causes: unknown[] = []
    const write = (line: string) => {
      const { msg, cause } = JSON.parse(line)
      // The end of the server interrupts its first purge.
      if (msg === 'purge') return
      causes.push(cause)
      other.exec('commit')
    }
    const server = await startServer(
      { ...demoSettings, storeUrl, logLevel: 'warn', storeWaitSeconds: 30 },
      { write },
      open,
    )
    await server.close(0)
    other.close()
    expect(causes).toEqual([`${folder.at('store.db')}: database is locked`])
  },
)

it('Health is served during the wait, and readiness is refused', async () => {
  const opsPort = await freePort()
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${opsPort}${path}`)).status
  const waiting: number[] = []
  const opening = createOpening(refused, 1)
  const open = async () => {
    waiting.push(await ask('/healthz'), await ask('/readyz'))
    return opening()
  }
  const server = await startServer({ ...demoSettings, storeWaitSeconds: 30, opsPort }, undefined, open)
  onTestFinished(() => server.close(0))
  expect(waiting).toEqual([200, 503, 200, 503])
  vi.advanceTimersByTime(1_000)
  expect(await ask('/readyz')).toBe(200)
})

it('The wait ends after the given seconds, with the last error', async () => {
  const opening = createOpening(refused, 9)
  await expect(whenReachable(opening, 2, () => {})).rejects.toBe(refused)
  expect(opening).toHaveBeenCalledTimes(3)
})

it('Opening the store and its first records have one wait together', async () => {
  const opening = createOpening(refused, 2)
  const time = vi.fn(async () => {
    vi.advanceTimersByTime(1_000)
    throw refused
  })
  const open = async () => ({ ...(await opening()), time })
  const started = startServer({ ...demoSettings, logLevel: 'silent', storeWaitSeconds: 4 }, undefined, open)
  await expect(started).rejects.toThrow(refused)
  expect([opening, time].map(({ mock }) => mock.calls.length)).toEqual([3, 2])
})

it('An error that waiting does not cure ends the start at once', async () => {
  const opening = createOpening(failing('28P01'), 9)
  await expect(whenReachable(opening, 30, () => {})).rejects.toThrow('28P01')
  expect(opening).toHaveBeenCalledTimes(1)
})

it('STORE_WAIT is the number of seconds, 30 by default', async () => {
  const read = (env: object) => readSettings([], { ...secrets, ...env })
  expect(await read({})).toMatchObject({ storeWaitSeconds: 30 })
  expect(await read({ STORE_WAIT: '7' })).toMatchObject({ storeWaitSeconds: 7 })
})
