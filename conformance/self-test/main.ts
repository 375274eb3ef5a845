/** The command line of the self-test. */
import { exitCodes } from '../cli/run.ts'
import { UsageError } from '../client/usage-error.ts'
import { processTerminal } from '../report/console.ts'
import { runSelfTest } from './run-self-test.ts'

try {
  process.exitCode = await runSelfTest(process.argv.slice(2), processTerminal())
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = exitCodes.usage
}
