/** Writes all reports of a result. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderBadge } from './badge.ts'
import { renderCtrf } from './ctrf.ts'
import { renderHtml } from './html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Result } from './result.ts'

export const renderings = {
  'report.json': (result: Result) => `${JSON.stringify(result, null, 2)}\n`,
  'junit.xml': renderJunit,
  'ctrf.json': renderCtrf,
  'report.html': renderHtml,
  'summary.md': renderMarkdown,
  'badge.json': renderBadge,
} satisfies { [file: string]: (result: Result) => string }

/** Returns the paths of the files. */
export function writeReports(result: Result, folder: string): string[] {
  return Object.entries(renderings).map(([file, render]) => {
    const path = join(folder, file)
    writeFileSync(path, render(result))
    return path
  })
}
