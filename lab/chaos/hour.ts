/** `npm run test:hour`: three servers under load on a PostgreSQL with a synchronous standby, and every fault in turn. */
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { runCommand } from '@monitoring-service/http/node'
import { smallSize } from '../../test/server/store/history/initial-data.ts'
import { type Fault, restart, serverFaults } from '../../test/server/store/history/nemesis.ts'
import { runHistory } from '../../test/server/store/history/run-history.ts'
import { memoryMountUnsupported, mountMemory } from '../../test/server/store/power-loss/mount-disk.ts'
import { makeFolder } from '../../test/support/folder.ts'
import { type Cluster, endOnSignal } from '../../test/support/postgres/cluster.ts'
import {
  commonHelp,
  type Pair,
  printViolations,
  promote,
  readPairOptions,
  startPair,
  synchronize,
  until,
} from './replication.ts'
import { type Clock, createClock } from './wrong-clock.ts'

const help = `Clients change half a million records by three servers on a PostgreSQL with a synchronous standby. In turn, servers are killed,
paused and stopped, connections closed, PostgreSQL is killed, failed over, without its standby, or on a full disk, and the clock of
a server is wrong by 31 days. The final records must match the responses; an unknown write may be applied or not.

  npm run test:hour -- [--seconds N] [--postgres DIR] [--seed S]

  --seconds N     duration                                 1800
${commonHelp}
  Needs root, to mount a disk of 6 GB in memory, and Debian's package faketime.
`

const size = { ...smallSize, incidents: 120_000, services: 6_000, leavers: 12_000, due: 9_000 }
const diskSize = '6g'

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
      await recorder.waitForOperations(20, 'ok')
      await synchronize(pair)
    },
    async standby(_, { recorder }) {
      await pair.standby.kill()
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
  const { bin, seconds, seed } = readPairOptions(help, '1800')
  const unsupported = memoryMountUnsupported()
  if (unsupported) throw new Error(`no disk can be mounted: ${unsupported}`)
  const folder = await makeFolder(tmpdir())
  const clocks = [0, 1, 2].map((nth) => createClock(folder.at(`clock${nth}`)))
  const disk = mountMemory(diskSize, folder.at('disk'))
  execFileSync('chmod', ['755', folder.path, disk.path])
  endOnSignal()
  const pair = await startPair({ bin, parent: disk.path, flags: ['-c', 'wal_keep_size=512MB'] })
  process.once('exit', disk.unmount)
  try {
    let end: number | undefined
    const backend = {
      url: pair.url,
      instances: clocks.length,
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
      faults: makeFaults(pair, clocks, disk.path),
      size,
      pause: 50,
      timeout: 10_000,
      env: (nth) => ({ ...clocks[nth]?.env, ADDRESS_ATTEMPTS: '999999' }),
    })
    const { counts, events, responses, deleted, violations } = result
    console.log(
      `${counts.ok} acknowledged, ${counts.fail} rejected, ${counts.info} unknown; ${deleted} accounts deleted; seed ${seed}`,
    )
    console.log(`faults: ${list(events)}`)
    console.log(`responses: ${list(responses)}`)
    printViolations(violations)
  } finally {
    await pair.remove()
    disk.unmount()
    await folder.remove()
  }
})

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}
