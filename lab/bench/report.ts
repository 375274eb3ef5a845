/** A benchmark's report: rows of named cells, printed as a text table or as JSON. */
export type Row = Record<string, string | number>

type Result = { rows: Row[]; notes?: string[] }
export type Benchmark = { title: string; run(): Promise<Result> }

/** Formats rows as columns; numbers are right-aligned. */
export function formatTable(rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const right = rows.every((row) => typeof row[name] === 'number' || row[name] === '')
    const cells = [name, ...rows.map((row) => formatCell(row[name]))]
    const width = Math.max(...cells.map(({ length }) => length))
    const [first, ...rest] = cells.map((cell) => (right ? cell.padStart(width) : cell.padEnd(width)))
    return [first, '-'.repeat(width), ...rest]
  })
  const lines = Array.from({ length: rows.length + 2 }, (_, n) =>
    columns
      .map((cells) => cells[n])
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

function formatCell(cell: string | number | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : (cell ?? '')
}
