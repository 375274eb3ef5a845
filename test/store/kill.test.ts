/** What the server has acknowledged survives that its process is killed at any moment. */
import { randomInt } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { demo } from '@monitoring-service/contract'
import { expect, it } from 'vitest'
import { parseData } from '../../server/store/data-file.ts'
import type { Data } from '../../server/store/records.ts'
import { inFolder } from './folder.ts'
import { findLosses } from './kill/losses.ts'
import { startProcess } from './kill/process.ts'
import { beginTraffic, day, monitor, owner, startHistory, step, supply } from './kill/traffic.ts'
import { incident } from './suite/world.ts'

const rounds = 5
/** To kill at the moments of an earlier run: `KILL_SEED=… npx vitest run test/store/kill.test.ts`. */
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))

/** The demo data with plenty of what the clients use up. */
async function makeData(): Promise<Data> {
  const data = parseData(await readFile(demo.dataFile, 'utf8'), new Date())
  const teamId = data.users.find(({ email }) => email === owner)?.teamId ?? ''
  data.monitors.push({ id: monitor, teamId })
  for (let i = 0; i < supply; i++) {
    data.incidents.push(incident({ id: `even${i}`, teamId }), incident({ id: `odd${i}`, teamId }))
    for (let j = 0; j < step; j++) data.dailyStats.push({ monitorId: monitor, date: day(i * step + j) })
  }
  return data
}

it(
  `what is acknowledged survives ${rounds} kills, and nothing is there by half (KILL_SEED=${seed})`,
  { timeout: 60_000 },
  inFolder(async (folder) => {
    const [file, dataFile] = [folder.at('store.json'), folder.at('data.json')]
    const start = await makeData()
    await writeFile(dataFile, JSON.stringify(start))
    const open = () => startProcess(['--demo', '--data', dataFile, '--store', `file:${file}`])

    const random = createRandom(seed)
    const history = startHistory()
    let server = await open()
    try {
      for (let round = 1; round <= rounds; round++) {
        const { flowing, ended } = await beginTraffic(server.url, demo.password, history)
        await Promise.race([flowing, ended])
        await wait(random() * 500)
        await server.kill()
        await ended
        server = await open()
        const data: Data = JSON.parse(await readFile(file, 'utf8'))
        expect(findLosses(history, data, start), `KILL_SEED=${seed}, round ${round}`).toEqual([])
        expect((await readdir(folder.path)).sort()).toEqual(['data.json', 'store.json'])
      }
    } finally {
      await server.kill()
    }
  }),
)

/** mulberry32: numbers from 0 to 1 that follow from a seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
