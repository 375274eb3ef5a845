/** Preloaded into a server process: the parent process sends faults, and asks for the failed calls. */
import { armFault, type Fault, failedCalls } from './inject-fault.ts'

process.on('message', (message: Fault | 'failed') => {
  if (message !== 'failed') armFault(message)
  process.send?.(failedCalls())
})
process.channel?.unref()
