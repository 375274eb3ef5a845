/** How a benchmark reports: rows of named cells, which become a table in plain text or stay as they are for JSON. */
export type Row = Record<string, string | number>

export interface Benchmark {
  title: string
  run(): Promise<{ rows: Row[]; notes?: string[] }>
}

/** Columns as wide as their widest cell; numbers to the right. */
export function formatTable(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name) => ({
    name,
    right: rows.every((row) => typeof row[name] === 'number' || row[name] === ''),
    width: Math.max(name.length, ...rows.map((row) => show(row[name]).length)),
  }))
  const line = (cell: (name: string) => string) =>
    columns
      .map(({ name, width, right }) => (right ? cell(name).padStart(width) : cell(name).padEnd(width)))
      .join('  ')
      .trimEnd()
  return [
    line((name) => name),
    columns.map(({ width }) => '-'.repeat(width)).join('  '),
    ...rows.map((row) => line((name) => show(row[name]))),
  ].join('\n')
}

function show(cell: string | number | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : (cell ?? '')
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}
