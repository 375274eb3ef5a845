/** What every command of this project does alike: one line for a mistake, one line when it serves, a clean stop. */
import type { Listening } from './listen.ts'

/** Runs a command; whatever it throws becomes one line on stderr and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(oneLine(error as NodeJS.ErrnoException))
    process.exitCode = 1
  }
}

function oneLine({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'the port is in use; choose another with --port, or 0 for a free one'
  if (code === 'EACCES') return 'the port needs privileges; choose one above 1023 with --port'
  return message.split('\n', 1)[0] ?? 'something went wrong'
}

/** Closes on Ctrl-C or SIGTERM, in order; a second signal does not wait. */
export function closeOnSignal(...servers: Listening[]): void {
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
