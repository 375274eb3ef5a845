/** Where a command writes. */
export interface Terminal {
  /** What was asked for. */
  out(text: string): void
  /** What goes on meanwhile, and what went wrong. */
  err(text: string): void
  /** Whether colours are welcome. */
  isStyled: boolean
  /** Whether progress can be rewritten in place. */
  isLive: boolean
  /** Hears Ctrl-C from now on; the second one ends the process. */
  interruption?(): AbortSignal
}

export function processTerminal(): Terminal {
  // A reader such as `head` has had enough; a shell ends programs then with this code.
  process.stdout.once('error', () => process.exit(141))
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isStyled: process.stdout.isTTY === true && !process.env.NO_COLOR,
    isLive: process.stderr.isTTY === true,
    interruption() {
      const controller = new AbortController()
      process.once('SIGINT', () => controller.abort())
      return controller.signal
    },
  }
}
