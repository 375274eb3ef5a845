/** `npm run test:hour`: three servers under load on a PostgreSQL with a synchronous standby, and every fault in turn. */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from '@monitoring-service/http/node'
import { smallSize } from '../../test/server/store/history/initial-data.ts'
import { type Fault, restart, serverFaults } from '../../test/server/store/history/nemesis.ts'
import { runHistory } from '../../test/server/store/history/run-history.ts'
import { memoryMountUnsupported, mountMemory } from '../../test/server/store/power-loss/mount-disk.ts'
import { type Folder, makeFolder } from '../../test/support/folder.ts'
import { type Cluster, endOnSignal } from '../../test/support/postgres/cluster.ts'
import { readNumber } from '../../test/support/read-number.ts'
import { readOptions } from '../options.ts'
import { until } from '../until.ts'
import { type Pair, promote, startPair, synchronize } from './replication.ts'
import { type Clock, createClock } from './wrong-clock.ts'

const help = `Clients change half a million records by three servers on a PostgreSQL with a synchronous standby. In turn, servers are killed,
paused and stopped, connections closed, PostgreSQL is killed, failed over, without its standby, or on a full disk, and the clock of
a server is wrong by 31 days. The final records must match the responses; an unknown write may be applied or not.

  npm run test:hour -- [--only FAULT] [--seconds N] [--postgres DIR] [--seed S]

  --only FAULT    kill, killAtStart, stop, pause, clock,   all
                  terminate, restart, failover, standby or disk; with fewer records
  --seconds N     duration                                 1800
  --postgres DIR  folder of PostgreSQL's programs, such as the npm package's
                  /usr/lib/postgresql/15/bin
  --seed S        repeats an earlier run
  --help          print this text

  Exit code 1 if a write is lost or a response is impossible. The disk needs root, to mount 6 GB in memory, and the clock
  Debian's package faketime.
`

const options = {
  only: { type: 'string' },
  postgres: { type: 'string' },
  seconds: { type: 'string', default: '1800' },
  seed: { type: 'string', default: String(randomInt(2 ** 31)) },
} as const

const size = { ...smallSize, incidents: 120_000, services: 6_000, leavers: 12_000, due: 9_000 }
const diskSize = '6g'

/** Milliseconds for which the standby is away; meanwhile each server keeps to its usual number of connections. */
const withoutStandby = 20_000
const [servers, defaultMax] = [3, 10]
const connections = "select from pg_stat_activity where application_name = 'monitoring-service'"

/** The number of clients' responses in a fault that they notice by their responses. */
const noticed = 200

function makeFaults(pair: Pair, clocks: Clock[], disk: string): Record<string, Fault> {
  const resize = (bytes: number | string) => execFileSync('mount', ['-o', `remount,size=${bytes}`, disk])
  const setRight = (victim: number) => clocks[victim]?.set('+0')
  return {
    // A server whose clock is wrong does not start.
    async kill(victim, scene) {
      setRight(victim)
      await serverFaults.kill(victim, scene)
    },
    async killAtStart(victim, scene) {
      setRight(victim)
      await serverFaults.killAtStart(victim, scene)
    },
    async stop(victim, { instances, recorder }) {
      setRight(victim)
      await restart(instances, victim, recorder, 'SIGTERM')
    },
    /** The clock stays wrong during the next faults. */
    async clock(victim, { recorder }) {
      for (const clock of clocks) clock.set('+0')
      clocks[victim]?.set(Math.random() < 0.5 ? '+31d' : '-31d')
      await recorder.waitForOperations(noticed)
    },
    async failover(_, { recorder }) {
      await pair.primary.kill()
      await recorder.waitForOperations(20)
      await promote(pair)
      const promoted = performance.now()
      await recorder.waitForOperations(1, 'ok')
      console.log(`serving ${((performance.now() - promoted) / 1000).toFixed(2)} s after the standby was promoted`)
      await recorder.waitForOperations(20, 'ok')
      await synchronize(pair)
    },
    async standby(_, { recorder }) {
      await pair.standby.kill()
      const [end, most] = [Date.now() + withoutStandby, servers * defaultMax]
      while (Date.now() < end) {
        const { length } = await pair.primary.query(connections)
        if (length > most) throw new Error(`${length} connections of the servers, of ${most}`)
        await wait(200)
      }
      await recorder.waitForOperations(3, 'info')
      await pair.standby.start()
    },
    async disk(_, { recorder }) {
      const { blocks, bfree, bsize } = statfsSync(disk)
      resize((blocks - bfree + 64) * bsize)
      const from = recorder.operations.length
      const isFull = async () =>
        recorder.operations.slice(from).filter((one) => /^(503|no response)/.test(one.statusLine)).length > 20
      await until('the full disk is noticed', isFull).finally(() => resize(diskSize))
      for (const cluster of [pair.primary, pair.standby]) {
        await cluster.kill()
        await cluster.start()
      }
    },
  }
}

await runCommand(async () => {
  const { only, postgres, ...numbers } = readOptions(help, options).values
  const [seconds, seed] = [readNumber('--seconds', numbers.seconds), readNumber('--seed', numbers.seed, 0)]
  if (postgres !== undefined && !existsSync(`${postgres}/postgres`)) {
    throw new Error(`missing: ${postgres}/postgres; apt-get install postgresql`)
  }
  const isChosen = (fault: string) => only === undefined || only === fault
  const folder = await makeFolder(tmpdir())
  const clocks = isChosen('clock') ? [0, 1, 2].map((nth) => createClock(folder.at(`clock${nth}`))) : []
  const disk = isChosen('disk') ? mountDisk(folder) : undefined
  endOnSignal()
  const pair = await startPair({ bin: postgres, parent: disk?.path, flags: ['-c', 'wal_keep_size=512MB'] })
  if (disk) process.once('exit', disk.unmount)
  try {
    let end: number | undefined
    const backend = {
      url: pair.url,
      instances: servers,
      cluster: {
        query: (...args: Parameters<Cluster['query']>) => pair.primary.query(...args),
        kill: () => pair.primary.kill(),
        start: () => pair.primary.start(),
      },
      findLeftovers: async () => [],
      remove: pair.remove,
    }
    const result = await runHistory(backend, {
      seed,
      shouldContinue(count) {
        end ??= Date.now() + seconds * 1_000
        if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${count} faults`)
        return Date.now() < end
      },
      faults: makeFaults(pair, clocks, disk?.path ?? ''),
      only,
      size: only === undefined ? size : smallSize,
      pause: 50,
      timeout: 10_000,
      clocksAreWrong: isChosen('clock'),
      env: (nth) => ({ ...clocks[nth]?.env, ADDRESS_ATTEMPTS: '999999' }),
    })
    const { counts, events, responses, deleted, violations } = result
    console.log(
      `${counts.ok} acknowledged, ${counts.fail} rejected, ${counts.info} unknown; ${deleted} accounts deleted; seed ${seed}`,
    )
    console.log(`faults: ${list(events)}`)
    console.log(`responses: ${list(responses)}`)
    for (const violation of violations) console.log(`  ${violation}`)
    console.log(violations.length === 0 ? 'no acknowledged write is lost' : `${violations.length} violations`)
    if (violations.length > 0) process.exitCode = 1
  } finally {
    await pair.remove()
    disk?.unmount()
    await folder.remove()
  }
})

function mountDisk(folder: Folder) {
  const unsupported = memoryMountUnsupported()
  if (unsupported) throw new Error(`no disk can be mounted: ${unsupported}`)
  const disk = mountMemory(diskSize, folder.at('disk'))
  execFileSync('chmod', ['755', folder.path, disk.path])
  return disk
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}
