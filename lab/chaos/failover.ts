/** `npm run test:failover`: kills a PostgreSQL primary under load, promotes its standby, and reports lost writes. */
import { runCommand } from '@monitoring-service/http/node'
import { commonHelp, promote, readPairOptions, runOnPair } from './replication.ts'

const help = `Kills the primary of a PostgreSQL with a synchronous standby while clients write, promotes the standby, and compares
the responses with the final records. The store's URL names both hosts.

  npm run test:failover -- [--postgres DIR] [--seed S]

${commonHelp}`

/** Acknowledged writes before and after the failover. */
const writes = 1_000

await runCommand(async () => {
  const options = readPairOptions(help)
  await runOnPair(options, async (pair, { acknowledged }) => {
    await acknowledged(writes)
    const start = performance.now()
    const seconds = () => ((performance.now() - start) / 1000).toFixed(2)
    await pair.primary.kill()
    await promote(pair)
    const promoted = seconds()
    await acknowledged(1)
    console.log(`promoted ${promoted} s after the kill, serving after ${seconds()} s`)
    await acknowledged(writes)
  })
})
