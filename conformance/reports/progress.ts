/** Progress while a run goes on: one line that is rewritten on a terminal, elsewhere one line for each part. */
import type { Terminal } from '../commands/terminal.ts'
import type { Check } from '../suite.ts'
import type { Ending } from '../verdict.ts'

export interface Progress {
  tell(check: Check, ending: Ending, findings: number): void
  end(): void
}

export function createProgress(terminal: Terminal, total: number): Progress {
  let done = 0
  let suspicious = 0
  const started = new Set<string>()
  return {
    tell({ id, part }, ending, findings) {
      done += 1
      if (findings > 0 || ending.kind === 'error') suspicious += 1
      const found = suspicious > 0 ? `, ${suspicious} with findings` : ''
      if (terminal.isLive) terminal.err(`\r\x1b[2K${done} of ${total} checks${found}: ${id}`)
      else if (!started.has(part)) terminal.err(`${done} of ${total} checks${found}: ${part}\n`)
      started.add(part)
    },
    end() {
      if (terminal.isLive) terminal.err('\r\x1b[2K')
    },
  }
}
