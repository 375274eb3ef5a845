/** Writes all reports of a result. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../client/redact.ts'
import { renderHtml } from './html.ts'
import { renderExploration, renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Result } from './result.ts'
import { renderSecrets } from './shell.ts'
import { renderWithin } from './within.ts'

/** The most that a report may have, in bytes. */
const most = { data: 1_000_000, page: 500_000 }

const within = (render: (result: Result) => string, size: number) => (result: Result) =>
  renderWithin(result, render, size)

export const renderings = {
  'report.json': within(renderJson, most.data),
  'junit.xml': within(renderJunit, most.data),
  'report.html': within(renderHtml, most.page),
  'summary.md': within(renderMarkdown, most.page),
  'exploration.json': renderExploration,
} satisfies { [file: string]: (result: Result) => string }

/** Returns the paths of the files. */
export function writeReports(result: Result, folder: string): string[] {
  return Object.entries(renderings).map(([file, render]) => {
    const path = join(folder, file)
    writeFileSync(path, render(result))
    return path
  })
}

/** Writes the secrets of the command lines for their owner only, and returns the path. */
export function writeSecrets(result: Result, secrets: Secrets, folder: string): string {
  const path = join(folder, 'secrets.sh')
  writeFileSync(path, renderSecrets(result, secrets), { mode: 0o600 })
  return path
}
