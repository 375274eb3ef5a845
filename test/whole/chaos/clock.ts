/** `npm run test:clock`: runs a second server whose clock is 31 days ahead, and reports deleted accounts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { openStore } from '../../../server/store/open.ts'
import { account } from '../../../server/store/suite/sample-data.ts'
import { startCluster } from '../../support/postgres/cluster.ts'
import { has } from '../image/run.ts'

const help = `Starts a server and a purge whose clock is 31 days ahead of their PostgreSQL's.
An account that is to be deleted in 30 days must stay.

  npm run test:clock

  --help  print this text

  Exit code 1 if the account is deleted, or a wrong clock is not reported. Needs Debian's package faketime.
`

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
const report = /the clocks of this machine and of the database differ by \d+ seconds/

const runs = [
  { title: 'a server that starts', args: ['--demo', '--port', '0'] },
  { title: 'a purge by an operator', args: ['purge'] },
]

/** Runs the server's program under faketime until it ends or reports a wrong clock; returns its output. */
async function runAhead(args: string[], storeUrl: string): Promise<string> {
  const child = spawn('faketime', ['-f', '+31d', process.execPath, main, ...args, '--store', storeUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const ended = once(child, 'close')
  const reported = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data
        if (report.test(output)) resolve()
      })
    }
  })
  await Promise.race([ended, reported])
  if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL')
  await ended
  return output
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
  if (values.help) return void process.stdout.write(help)
  if (!has('faketime')) throw new Error('missing: faketime; apt-get install faketime')
  const cluster = await startCluster()
  try {
    const url = await cluster.createDatabase()
    const store = await openStore(url)
    const [user, team] = account('leaver')
    const deletionScheduledAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await store.addAccount({ ...user, deletionRequestedAt: new Date().toISOString(), deletionScheduledAt }, team)
    for (const { title, args } of runs) {
      const output = await runAhead(args, url)
      const { users } = await store.count()
      const reported = report.exec(output)?.[0]
      console.log(`${title}: ${users === 1 ? 'the account stays' : 'the account is deleted'}; ${reported ?? output}`)
      if (users !== 1 || !reported) process.exitCode = 1
    }
    await store.close()
  } finally {
    await cluster.remove()
  }
})
