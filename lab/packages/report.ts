/** The results of `npm run packages`. */
import { styleText } from 'node:util'
import type { Start } from './first-response.ts'

export interface Row {
  package: string
  runtime: string
  /** The use. */
  use: string
  outcome: 'ok' | 'failed' | 'not run'
  seconds: number
  /** Why it failed or was not run. */
  reason?: string
}

/** The size of one installation of a package. */
export interface Size extends Partial<Start> {
  package: string
  megabytes: number
  packages: number
  seconds: number
}

const colors = { ok: 'green', failed: 'red', 'not run': 'yellow' } as const

export function formatRow({ package: name, runtime, use, outcome, seconds, reason }: Row): string {
  const line = `${name.padEnd(12)} ${runtime.padEnd(15)} ${use.padEnd(56)} ${styleText(colors[outcome], outcome)}`
  const [first, ...others] = (reason ?? '').trim().split('\n').slice(0, 25)
  const detail = first ? [first, ...others].map((text) => `\n    ${text}`).join('') : ''
  return `${line} ${styleText('dim', `${seconds.toFixed(1)} s`)}${detail}`
}

export function formatSummary(rows: Row[], sizes: Size[]): string {
  const lines = sizes.map(({ package: name, megabytes, packages, seconds, firstResponse, control }) => {
    const parts = [
      `${megabytes.toFixed(1).padStart(5)} MB`,
      `${packages} packages`,
      `installed in ${seconds.toFixed(1)} s`,
    ]
    if (firstResponse) parts.push(`npx: first response after ${firstResponse.toFixed(1)} s`)
    if (control) parts.push(`of an empty command ${control.toFixed(1)} s`)
    return `${name.padEnd(12)} ${parts.join(', ')}`
  })
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  const total = `${count('ok')} of ${rows.length} ok, ${count('failed')} failed, ${count('not run')} not run`
  const bad = rows.filter(({ outcome }) => outcome !== 'ok')
  const list = bad.map(({ reason = '', ...row }) => formatRow({ ...row, reason: reason.split('\n', 1)[0] ?? '' }))
  return [...lines, '', ...list, total].join('\n')
}
