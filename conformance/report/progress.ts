/** The progress of a run: one line that is rewritten on a terminal, or one line for each part elsewhere. */

import type { CheckHeading } from '../verdict/check.ts'
import { count } from '../verdict/count.ts'
import type { Outcome } from '../verdict/verdict.ts'
import type { Terminal } from './console.ts'

export interface Progress {
  /** @param outcome at the deciding level. */
  update(check: Pick<CheckHeading, 'id' | 'part'>, outcome: Outcome): void
  end(): void
}

export function createProgress(terminal: Terminal, total: number, things = 'checks'): Progress {
  let done = 0
  let failed = 0
  let errors = 0
  const started = new Set<string>()
  return {
    update({ id, part }, outcome) {
      done += 1
      if (outcome === 'fail') failed += 1
      if (outcome === 'error') errors += 1
      const found = `${failed > 0 ? `, ${failed} failed` : ''}${errors > 0 ? `, ${count(errors, 'error')}` : ''}`
      const line = `${done} of ${total} ${things}${found}: `
      if (terminal.rewrite) terminal.rewrite(line + id)
      else if (!started.has(part)) terminal.err(`${line}${part}\n`)
      started.add(part)
    },
    end: () => terminal.rewrite?.(''),
  }
}
