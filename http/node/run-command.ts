/** Runs a command: one-line error messages, and a graceful stop on signals. */
import { describeReason, reasonOf } from '../api-error.ts'
import type { RunningServer } from './listener.ts'

/**
 * Prints an error of the command in one line on stderr, several in a line each, and sets exit code 1.
 * @param command gets an object for the flags that set its ports, other than --port, by the port.
 */
export async function runCommand(command: (portFlags: Record<number, string>) => Promise<void>): Promise<void> {
  // Process 1 of a container gets no signal that it does not handle.
  if (process.pid === 1) for (const signal of signals) process.once(signal, () => process.exit(1))
  const portFlags: Record<number, string> = {}
  // The reader of our output may be gone, or its disk full, which must not end a server.
  process.stdout.on('error', () => {
    process.exitCode = 1
  })
  process.stderr.on('error', () => {})
  try {
    await command(portFlags)
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error]
    for (const line of new Set(errors.map((each) => oneLine(each, portFlags)))) console.error(line)
    process.exitCode = 1
  }
}

type SystemError = NodeJS.ErrnoException & { port?: number; host?: string }

function oneLine(error: unknown, portFlags: Record<number, string>): string {
  const { port = 0, host, code: given } = reasonOf(error) as SystemError
  // Not every library has texts as codes: those of a DOMException are numbers.
  const code = String(given)
  const flag = portFlags[port] ?? '--port'
  if (code === 'EADDRINUSE') return `port ${port} is in use; choose another with ${flag}, or ${flag} 0 for a free one`
  if (code === 'EACCES' && port) {
    return `port ${port} needs privileges; choose one above 1023 with ${flag}, or ${flag} 0 for a free one`
  }
  if (host && /^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/.test(code)) {
    return `${host} is no address of this machine; choose another with ${flag.replace(/port$/, 'host')}`
  }
  const line = describeReason(error)
  return code.startsWith('ERR_PARSE_ARGS') ? `${line.split('. To specify')[0]}; see --help` : line
}

/** Supervisors and terminals send one of them to end a program. */
const signals = ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const
/** Log rotation and reloads send them; by default, they end a program or open Node's debugger. */
const ignored = ['SIGUSR1', 'SIGUSR2'] as const

const isTerminal = () => [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)

/** Ignores what log rotation and reloads send, with a warning; SIGHUP only where it is not that of a closed terminal. */
export function ignoreReloads(): void {
  const ignore = (signal: NodeJS.Signals) => process.emitWarning(`${signal} is ignored`)
  for (const signal of isTerminal() ? ignored : [...ignored, 'SIGHUP' as const]) {
    process.removeAllListeners(signal).on(signal, ignore)
  }
}

/** Milliseconds in which a second SIGINT is the same Ctrl-C: the terminal sends it to all processes, and npm sends it on. */
const repeatedBy = 500

/**
 * Closes the servers in order on Ctrl-C, SIGTERM or SIGQUIT, and when the terminal is closed; a second signal exits at
 * once. Other signals that are sent to servers are ignored with a warning.
 */
export function closeOnSignal(...servers: Pick<RunningServer, 'close'>[]): void {
  let since: number | undefined
  const close = async (signal?: NodeJS.Signals) => {
    if (since !== undefined) {
      if (signal === 'SIGINT' && performance.now() - since < repeatedBy) return
      process.exit(1)
    }
    since = performance.now()
    for (const server of servers) await server.close()
    process.exit(0)
  }
  ignoreReloads()
  const ending = isTerminal() ? [...signals, 'SIGHUP' as const] : signals
  for (const signal of ending) process.removeAllListeners(signal).on(signal, close)
  onEndOfNpx(close)
}

/** npx starts a command by a shell, which SIGTERM ends without reaching the command. */
function onEndOfNpx(close: () => void): void {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env
  if (event !== 'npx' || !/^\W?monitoring-/.test(script)) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    close()
  }, 100).unref()
}
