/** A listener that logs the events of calls. */
import type { CallEvent } from './events.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const

/** From the least to the most important. */
export type LogLevel = (typeof levels)[number]

/** `console`, or another logger with these methods. */
export type Logger = Record<LogLevel, (message: string) => unknown>

/**
 * Returns a value for the option `onEvent`. It logs starts and requests at level debug, successes at info, aborts, retries
 * and failures that are not final at warn, and final failures at error. It logs no headers, bodies or ids.
 *
 * @param level The lowest level to log. Default: info.
 */
export function logEvents(logger: Logger, level: LogLevel = 'info'): (event: CallEvent) => void {
  return (event) => {
    const { method, path, attempt, milliseconds } = event
    const [at, text] = describe(event)
    if (levels.indexOf(at) < levels.indexOf(level)) return
    logger[at](`${method} ${path}: ${text} (request ${attempt}, ${Math.round(milliseconds)} ms)`)
  }
}

function describe(event: CallEvent): [LogLevel, string] {
  switch (event.type) {
    case 'success':
      return ['info', `success ${event.status}`]
    case 'failure':
      return [
        event.final ? 'error' : 'warn',
        `failure ${event.error.name}, ${event.error.message.split(': ').slice(1).join(': ')}`,
      ]
    case 'retry':
      return ['warn', `retry in ${Math.round(event.pause)} ms`]
    case 'abort':
      return ['warn', event.maybeApplied ? 'abort, may have been applied' : 'abort']
    default:
      return ['debug', event.type]
  }
}
