/** `npm run test:standby`: stops PostgreSQL's synchronous standby under load, counts connections, and reports lost writes. */
import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from '@monitoring-service/http/node'
import { commonHelp, readPairOptions, runOnPair } from './replication.ts'

const help = `Stops the synchronous standby of a PostgreSQL while clients write, starts it again, and compares the responses with the
final records. Meanwhile the server may have at most 10 connections.

  npm run test:standby -- [--seconds N] [--postgres DIR] [--seed S]

  --seconds N     how long the standby is away             20
${commonHelp}`

/** The server's default. */
const max = 10
const writes = 500
const connections = "select from pg_stat_activity where application_name = 'monitoring-service'"

await runCommand(async () => {
  const options = readPairOptions(help)
  await runOnPair(options, async ({ primary, standby }, { operations, acknowledged }) => {
    await acknowledged(writes)
    await standby.stop()
    const [start, first] = [performance.now(), operations.length]
    let most = 0
    while (performance.now() - start < options.seconds * 1000) {
      most = Math.max(most, (await primary.query(connections)).length)
      await wait(200)
    }
    const count = (status: string) => operations.slice(first).filter(({ statusLine }) => statusLine === status).length
    console.log(
      `without its standby for ${options.seconds} s: at most ${most} connections of ${max}, ` +
        `${count('503 OUTCOME_UNKNOWN')} writes unknown, ${count('503 UNAVAILABLE')} refused`,
    )
    if (most > max) process.exitCode = 1
    const back = performance.now()
    await standby.start()
    await acknowledged(1)
    console.log(`serving ${((performance.now() - back) / 1000).toFixed(2)} s after the standby was started`)
    await acknowledged(writes)
  })
})
