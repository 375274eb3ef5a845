/** Runs a command: one-line error messages, and a graceful stop on signals. */
import { ApiError } from '../api-error.ts'
import type { RunningServer } from './listener.ts'

/** Prints an error of the command in one line on stderr and sets exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    // The message of an ApiError is for callers; its cause has the details.
    const reported = error instanceof ApiError && error.cause instanceof Error ? error.cause : error
    console.error(oneLine(reported as NodeJS.ErrnoException))
    process.exitCode = 1
  }
}

function oneLine({ code, message, port }: NodeJS.ErrnoException & { port?: number }): string {
  if (code === 'EADDRINUSE') return `port ${port} is in use; choose another, or 0 for a free one`
  if (code === 'EACCES' && port) return `port ${port} needs privileges; choose one above 1023, or 0 for a free one`
  const [line = 'something went wrong'] = message.split('\n', 1)
  return code?.startsWith('ERR_PARSE_ARGS') ? `${line.split('. To specify')[0]}; see --help` : line
}

/** Closes the servers in order on Ctrl-C or SIGTERM; a second signal exits at once. */
export function closeOnSignal(...servers: Pick<RunningServer, 'close'>[]): void {
  let closing = false
  const close = async () => {
    if (closing) process.exit(1)
    closing = true
    for (const server of servers) await server.close()
    process.exit(0)
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}
