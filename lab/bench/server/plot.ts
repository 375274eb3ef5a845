/** Draws `server-peers` as SVG: bars for each workload, in the viewer's light or dark colours. */
import type { Row } from '../report.ts'

const [width, label, bar, gap, head] = [760, 190, 16, 6, 34]

const style = `
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
`

/** @param rows with `request`, `server` and `CPU µs`; their names need no escaping. */
export function plot(rows: Row[]): string {
  const scale = (width - label - 60) / Math.max(...rows.map((row) => Number(row['CPU µs'])))
  const parts: string[] = []
  let y = 8
  for (const [request, group] of Map.groupBy(rows, ({ request }) => request)) {
    y += head
    parts.push(`<text x="0" y="${y - 10}" class="title">${request}</text>`)
    for (const { server, 'CPU µs': cpu } of group) {
      const length = Math.max(1, Number(cpu) * scale)
      const mark = String(server).startsWith('ours') ? ' class="ours"' : ''
      parts.push(
        `<text x="${label - 8}" y="${y + 12}" text-anchor="end">${server}</text>` +
          `<rect x="${label}" y="${y}" width="${length.toFixed(1)}" height="${bar}" rx="2"${mark}/>` +
          `<text x="${(label + length + 6).toFixed(1)}" y="${y + 12}">${cpu}</text>`,
      )
      y += bar + gap
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 26}" role="img" aria-label="CPU time of each server in microseconds per request">
<style>${style}</style>
${parts.join('\n')}
<text x="0" y="${y + 18}" class="note">CPU time of the server in µs per request, user and system; shorter is better</text>
</svg>
`
}
