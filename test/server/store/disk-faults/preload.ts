/** For a process that knows nothing of faults: whoever started it sends one, or asks what has failed since. */
import { arm, type Fault, failed } from './inject-fault.ts'

process.on('message', (message: Fault | 'failed') => {
  if (message !== 'failed') arm(message)
  process.send?.(failed())
})
process.channel?.unref()
