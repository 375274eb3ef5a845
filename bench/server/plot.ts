/** Draws `server-peers` as SVG: bars for each workload, in the viewer's light or dark colours. */
import type { Row } from '../report.ts'

const [width, label, bar, gap, head] = [760, 190, 16, 6, 34]

/** @param rows with `request`, `server` and `CPU µs`. */
export function plot(rows: Row[]): string {
  const groups = [...Map.groupBy(rows, ({ request }) => request)]
  const most = Math.max(...rows.map((row) => Number(row['CPU µs'])))
  const scale = (width - label - 60) / most
  let y = 8
  const parts = groups.flatMap(([request, group]) => {
    y += head
    const title = `<text x="0" y="${y - 10}" class="title">${escapeXml(request)}</text>`
    const bars = group.map((row) => {
      const at = y
      y += bar + gap
      const cpu = Number(row['CPU µs'])
      const end = label + Math.max(1, cpu * scale)
      return [
        `<text x="${label - 8}" y="${at + 12}" text-anchor="end">${escapeXml(row.server)}</text>`,
        `<rect x="${label}" y="${at}" width="${(end - label).toFixed(1)}" height="${bar}" rx="2"${String(row.server).startsWith('ours') ? ' class="ours"' : ''}/>`,
        `<text x="${(end + 6).toFixed(1)}" y="${at + 12}">${cpu}</text>`,
      ].join('')
    })
    return [title, ...bars]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 26}" role="img" aria-label="CPU time of each server in microseconds per request">
<style>
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 14px }
  .note { fill: #59636e }
  rect { fill: #9aa4af }
  .ours { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .note { fill: #9198a1 }
    rect { fill: #656c76 }
    .ours { fill: #4493f8 }
  }
</style>
${parts.join('\n')}
<text x="0" y="${y + 18}" class="note">CPU time of the server in µs per request, user and system; shorter is better</text>
</svg>
`
}

function escapeXml(text: string | number | undefined): string {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
