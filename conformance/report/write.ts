/** Writes all reports of a result. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../client/redact.ts'
import { renderBadge } from './badge.ts'
import { renderCtrf } from './ctrf.ts'
import { renderWithin } from './cut-steps.ts'
import { renderHar } from './har.ts'
import { renderHtml } from './html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Result } from './result.ts'
import { renderSarif } from './sarif.ts'
import { renderSecrets } from './shell.ts'

/** The most that a report may have, in bytes. */
const most = { json: 1_000_000, html: 500_000, other: 1_000_000 }

const within = (render: (result: Result) => string, size: number) => (result: Result) =>
  renderWithin(result, render, size)

export const renderings = {
  'report.json': within((result) => `${JSON.stringify(result, null, 1)}\n`, most.json),
  'junit.xml': within(renderJunit, most.other),
  'ctrf.json': within(renderCtrf, most.other),
  'sarif.json': within(renderSarif, most.other),
  'requests.har': within(renderHar, most.other),
  'report.html': within(renderHtml, most.html),
  'summary.md': within(renderMarkdown, most.html),
  'badge.json': renderBadge,
  'exploration.json': ({ exploration }) => `${JSON.stringify(exploration ?? null, null, 2)}\n`,
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
