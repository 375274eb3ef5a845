/** `node test/differential/main.ts [N] [SEED]`: compares the server with the oracle by N generated requests. */
import { randomInt } from 'node:crypto'
import { runCommand } from '@monitoring-service/http/node'
import { printReport } from '../fuzz/print.ts'
import { fuzz } from '../fuzz/run.ts'
import { startComparedClients } from './clients.ts'

await runCommand(async () => {
  const [requests = 20_000, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number)
  if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed)) throw new Error('both must be whole numbers')
  const parties = await startComparedClients()
  const report = await fuzz(parties, { requests, seed }).finally(() => Promise.all(parties.map(({ close }) => close())))
  printReport(report)
  if (report.differences.length > 0) process.exitCode = 1
})
