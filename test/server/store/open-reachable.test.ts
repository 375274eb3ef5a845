/** The start of a server waits for a database that is away, for as long as STORE_WAIT says. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../../../server/config.ts'
import { startServer } from '../../../server/index.ts'
import { openStore } from '../../../server/store/open.ts'
import { openReachable } from '../../../server/store/open-reachable.ts'
import { secrets } from '../../support/process.ts'
import { demoSettings } from '../../support/settings.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const failing = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })
const away = failing('ECONNREFUSED')

/** Fails some times with an error; each try takes a second. */
function opens(error: Error, failures: number) {
  return vi.fn(async () => {
    vi.advanceTimersByTime(1_000)
    if (opening.mock.calls.length <= failures) throw error
    return openStore('memory:')
  })
}
let opening: ReturnType<typeof opens>

it('A server starts when its database is back, and logs once why it waits', async () => {
  opening = opens(away, 2)
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  const server = await startServer({ ...demoSettings, logLevel: 'warn', storeWaitSeconds: 30 }, log, opening)
  onTestFinished(() => server.close(0))
  expect(opening).toHaveBeenCalledTimes(3)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'waiting for the database', cause: 'failed with ECONNREFUSED' },
  ])
})

it('The wait ends after the given seconds, with the last error', async () => {
  opening = opens(away, 9)
  await expect(openReachable(opening, 2, () => {})).rejects.toBe(away)
  expect(opening).toHaveBeenCalledTimes(3)
})

it('An error that waiting does not cure ends the start at once', async () => {
  opening = opens(failing('28P01'), 9)
  await expect(openReachable(opening, 30, () => {})).rejects.toThrow('28P01')
  expect(opening).toHaveBeenCalledTimes(1)
})

it('STORE_WAIT is the number of seconds, 30 by default', async () => {
  const waitOf = async (env: object) => await readSettings([], { ...secrets, ...env })
  expect(await waitOf({})).toMatchObject({ storeWaitSeconds: 30 })
  expect(await waitOf({ STORE_WAIT: '7' })).toMatchObject({ storeWaitSeconds: 7 })
})
