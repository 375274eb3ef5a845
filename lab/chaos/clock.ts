/** `npm run test:clock`: runs programs whose clock is 31 days ahead, and reports deleted accounts. */
import { runCommand } from '@monitoring-service/http/node'
import { openStore } from '../../server/store/open.ts'
import { account } from '../../server/store/suite/sample-data.ts'
import { makeFolder } from '../../test/support/folder.ts'
import { launch } from '../../test/support/launch.ts'
import { endOnSignal, startCluster } from '../../test/support/postgres/cluster.ts'
import { readOptions } from '../options.ts'
import { until } from '../until.ts'
import { type Clock, createClock } from './wrong-clock.ts'

const help = `Starts a server and a purge whose clock is 31 days ahead of their PostgreSQL's, and sets the clock of a running server.
An account that is to be deleted in 30 days must stay. Takes two minutes.

  npm run test:clock

  --help  print this text

  Exit code 1 if the account is deleted, or a wrong clock is not reported. Needs Debian's package faketime.
`

const report = /the clocks of this machine and of the database differ by \d+ seconds/
const server = ['--demo', '--unsafe', '--port', '0']

const runs = [
  { title: 'a server that starts', args: server, isAhead: true },
  { title: 'a purge by an operator', args: ['purge'], isAhead: true },
  { title: 'a server that runs', args: server, isAhead: false },
]

/** Runs the server's program until it ends or reports a wrong clock; returns its output. */
async function runAhead(args: string[], storeUrl: string, clock: Clock, isAhead: boolean): Promise<string> {
  clock.set(isAhead ? '+31d' : '+0')
  const program = launch('server/main.ts', [...args, '--store', storeUrl], clock.env)
  const { child } = program
  const output = () => program.stdout() + program.stderr()
  try {
    if (!isAhead) await program.listening()
    clock.set('+31d')
    await until('a report', async () => child.exitCode !== null || report.test(output()))
  } finally {
    await program.kill()
  }
  return output()
}

await runCommand(async () => {
  readOptions(help, {})
  const folder = await makeFolder()
  const clock = createClock(folder.at('clock'))
  endOnSignal()
  const cluster = await startCluster()
  try {
    const url = await cluster.createDatabase()
    const store = await openStore(url)
    const [user, team] = account('leaver')
    const deletionScheduledAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await store.addAccount({ ...user, deletionRequestedAt: new Date().toISOString(), deletionScheduledAt }, team)
    for (const { title, args, isAhead } of runs) {
      const output = await runAhead(args, url, clock, isAhead)
      const isKept = (await store.findUser(user.email)) !== undefined
      const reported = report.exec(output)?.[0]
      console.log(`${title}: ${isKept ? 'the account stays' : 'the account is deleted'}; ${reported ?? output}`)
      if (!isKept || !reported) process.exitCode = 1
    }
    await store.close()
  } finally {
    await cluster.remove()
    await folder.remove()
  }
})
