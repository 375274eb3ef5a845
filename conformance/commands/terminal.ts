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
}

export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isStyled: process.stdout.isTTY === true && !process.env.NO_COLOR,
    isLive: process.stderr.isTTY === true,
  }
}
