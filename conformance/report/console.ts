/** The terminal that a command writes to. */
export interface Terminal {
  /** The output of the command. */
  out(text: string): void
  /** Progress and errors. */
  err(text: string): void
  /** Colors can be printed. */
  isStyled: boolean
  /** A line can be rewritten in place. */
  isLive: boolean
  /** Aborts on the first Ctrl-C; a second one ends the process. */
  interruption?(): AbortSignal
}

export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      // A reader such as `head` has closed the pipe; 141 is the shell's code for that.
      if (code === 'EPIPE') process.exit(141)
      if (stream === process.stdout) process.stderr.write(`the output cannot be written: ${message}\n`)
      process.exit(4)
    })
  }
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
