/** For a process that knows nothing of faults: whoever started it sends one, or asks what has failed since. */
import { armFault, type Fault, failedCalls } from './inject-fault.ts'

process.on('message', (message: Fault | 'failed') => {
  if (message !== 'failed') armFault(message)
  process.send?.(failedCalls())
})
process.channel?.unref()
