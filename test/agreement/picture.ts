/** Draws the agreement table as an SVG. */
import type { Summary } from './table.ts'

const [first, cell, line, head] = [290, 112, 30, 58]

export function drawTable(summary: Summary): string {
  const rows = Object.entries(summary)
  const columns = Object.entries(rows[0]?.[1] ?? {}).flatMap(([target, clients]) =>
    typeof clients === 'number' ? [] : Object.keys(clients).map((client) => ({ target, client })),
  )
  const at = (column: number) => first + column * cell
  const heads = columns.flatMap(({ target, client }, i) => [
    text(at(i) + cell / 2, 20, target, 'middle faint'),
    text(at(i) + cell / 2, 40, client, 'middle'),
  ])
  const lines = rows.flatMap(([operation, { scenarios, ...targets }], i) => {
    const y = head + i * line
    const cells = Object.values(targets).flatMap((clients) => Object.values(clients))
    return [
      text(0, y + 19, operation, 'code'),
      ...cells.map((agreeing, column) => {
        const style = agreeing === scenarios ? 'full' : 'short'
        const box = `<rect x="${at(column) + 3}" y="${y}" width="${cell - 6}" height="${line - 4}" rx="3" class="${style}"/>`
        return box + text(at(column) + cell / 2, y + 18, `${agreeing} of ${scenarios}`, 'middle')
      }),
    ]
  })
  const all = rows.reduce((sum, [, { scenarios }]) => sum + scenarios, 0)
  const height = head + rows.length * line + 28
  const label = `${all} scenarios, by two clients to server and mock, and of stock Prism: how many agree with the contract, for each operation`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${at(columns.length)} ${height}" role="img" aria-label="${label}">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .code { font-family: ui-monospace, monospace; font-size: 12px }
  .middle { text-anchor: middle }
  .faint { fill: #59636e }
  .full { fill: #c9efd3 }
  .short { fill: #ffd3cf }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .faint { fill: #9198a1 }
    .full { fill: #1b4d2b }
    .short { fill: #6b211d }
  }
</style>
${[...heads, ...lines, text(0, height - 6, `${all} scenarios, compared verbatim`, 'faint')].join('\n')}
</svg>
`
}

function text(x: number, y: number, content: string, style: string): string {
  return `<text x="${x}" y="${y}" class="${style}">${content}</text>`
}
