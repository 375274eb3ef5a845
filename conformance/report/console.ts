/** The terminal that a command writes to. All that is printed passes here, and nothing in it can control the terminal. */
import { constants } from 'node:os'

/** Signals that ask a process to end: Ctrl-C, a CI job or container that is stopped, and a terminal that is closed. */
const ending = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type EndingSignal = (typeof ending)[number]

/** The exit code of a process that such a signal ended, as shells have it: 130, 143, 129. */
export const exitCodeOfSignal = (signal: EndingSignal) => 128 + constants.signals[signal]

/** Milliseconds in which npm, shells and service managers may send a signal twice. */
const repetition = 500

export interface Terminal {
  /** The output of the command. */
  out(text: string): void
  /** Progress and errors. */
  err(text: string): void
  /** Replaces the last line; absent if lines cannot be rewritten in place. */
  rewrite?(line: string): void
  /** Colors can be printed. */
  isStyled: boolean
  /** Aborts at the first signal, which is the reason; a later one ends the process. */
  interruption?(): AbortSignal
}

/** Control characters, and marks that change the order in which letters are shown. */
const control = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** The same except for the beginning of the report's own styles. */
const controlButStyle = new RegExp(`(?!\x1b\\[(?:1|2|22|3[1-39])m)(?:${control.source})`, 'gu')

/** Texts of targets and hooks may hold anything. In JSON, the escapes mean the same. */
export function escapeControls(text: string, isStyled = false): string {
  return text.replace(
    isStyled ? controlButStyle : control,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** @param write receives what can be printed. */
export function createTerminal(
  write: Record<'out' | 'err', (text: string) => void>,
  { isStyled = false, isLive = false } = {},
): Terminal {
  const err = (text: string) => write.err(escapeControls(text))
  return {
    out: (text) => write.out(escapeControls(text, isStyled)),
    err,
    ...(isLive && { rewrite: (line) => write.err(`\r\x1b[2K${escapeControls(line)}`) }),
    isStyled,
  }
}

export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process
  const controller = new AbortController()
  for (const stream of [stdout, stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // A closed terminal reads nothing more, and a write may fail before its signal comes; the reports are still written.
      if (controller.signal.reason === 'SIGHUP' || stream.isTTY) return
      // A reader such as `head` has closed the pipe; 141 is the shell's code for that.
      if (code === 'EPIPE') process.exit(141)
      if (stream === stdout) stderr.write(`the output cannot be written: ${message}\n`)
      process.exit(4)
    })
  }
  const write = { out: (text: string) => void stdout.write(text), err: (text: string) => void stderr.write(text) }
  return {
    ...createTerminal(write, { isStyled: stdout.isTTY && !env.NO_COLOR, isLive: stderr.isTTY }),
    interruption() {
      let first = Number.POSITIVE_INFINITY
      for (const signal of ending) {
        process.on(signal, () => {
          if (performance.now() - first > repetition) process.exit(exitCodeOfSignal(signal))
          first = Math.min(first, performance.now())
          controller.abort(signal)
        })
      }
      return controller.signal
    },
  }
}
