/** The progress of a run: one line that is rewritten on a terminal, or one line for each part elsewhere. */

import type { CheckHeading } from '../verdict/check.ts'
import { count, formatDuration } from '../verdict/count.ts'
import type { Outcome } from '../verdict/verdict.ts'
import type { Terminal } from './console.ts'

export type Progress = ReturnType<typeof createProgress>
type Finished = Pick<CheckHeading, 'id' | 'part'> & { title?: string }

/** Milliseconds after which the time left can be estimated, and to which it is rounded. */
const [meaningful, precision] = [2000, 5000]

export function createProgress(terminal: Terminal, total: number, things = 'checks') {
  let done = 0
  let failed = 0
  let errors = 0
  let begin: number | undefined
  const started = new Set<string>()
  const estimate = () => {
    const elapsed = performance.now() - (begin ?? 0)
    const left = Math.round(((elapsed / done) * (total - done)) / precision) * precision
    return elapsed < meaningful || left === 0 ? '' : `, about ${formatDuration(left)} left`
  }
  return {
    /** Names the present work, apart from checks. */
    say: (what: string) => (terminal.rewrite ?? ((line) => terminal.err(`${line}\n`)))(what),
    /** @param outcome at the deciding level. */
    update({ id, part, title }: Finished, outcome: Outcome): void {
      begin ??= performance.now()
      done += 1
      if (outcome === 'fail') failed += 1
      if (outcome === 'error') errors += 1
      if (outcome === 'fail' && failed === 1 && title !== undefined) {
        terminal.rewrite?.('')
        terminal.err(`first failure: ${id} ${title}\n`)
      }
      const found = `${failed > 0 ? `, ${failed} failed` : ''}${errors > 0 ? `, ${count(errors, 'error')}` : ''}`
      const line = `${done} of ${total} ${things}${found}${estimate()}: `
      if (terminal.rewrite) terminal.rewrite(line + id)
      else if (!started.has(part)) terminal.err(`${line}${part}\n`)
      started.add(part)
    },
    end: () => terminal.rewrite?.(''),
  }
}
