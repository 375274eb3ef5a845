/** A benchmark's report: rows of named cells, printed as a text table or as JSON. */
export type Row = Record<string, string | number>

export interface Benchmark {
  title: string
  run(): Promise<{ rows: Row[]; notes?: string[] }>
}

/** Formats rows as columns; numbers are right-aligned. */
export function formatTable(rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const right = rows.every((row) => typeof row[name] === 'number' || row[name] === '')
    const width = Math.max(name.length, ...rows.map((row) => formatCell(row[name]).length))
    return { name, width, pad: (text: string) => (right ? text.padStart(width) : text.padEnd(width)) }
  })
  const line = (cell: (name: string) => string) =>
    columns
      .map(({ name, pad }) => pad(cell(name)))
      .join('  ')
      .trimEnd()
  return [
    line((name) => name),
    columns.map(({ width }) => '-'.repeat(width)).join('  '),
    ...rows.map((row) => line((name) => formatCell(row[name]))),
  ].join('\n')
}

function formatCell(cell: string | number | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : (cell ?? '')
}
