/** The commands that list and show records, without hashes. */
import { Argument } from '@commander-js/extra-typings'
import type { Data } from '../store/records.ts'
import { addCommand, type CommandContext, lostOutput, type Program, text } from './add-command.ts'

const kinds = ['teams', 'users', 'monitors', 'services', 'incidents'] as const
type Kind = (typeof kinds)[number]
type Row = Record<string, string | string[] | null>

/** The fields of each record that an operator sees, in the order of the columns. */
const rowOf: { [K in Kind]: (record: Data[K][number]) => Row } = {
  teams: ({ id, name, plan, createdAt }) => ({ id, name, plan, createdAt }),
  users: ({ id, email, name = null, teamId, role, passwordHash, deletionScheduledAt, createdAt }) => {
    const logsInBy = passwordHash === null ? 'OAuth' : 'password'
    return { id, email, name, teamId, role, logsInBy, deletionScheduledAt, createdAt }
  },
  monitors: ({ id, teamId }) => ({ id, teamId }),
  services: ({ id, teamId, monitorIds }) => ({ id, teamId, monitorIds }),
  incidents: ({ id, teamId, type, status, title, monitorId, serviceId = null, startedAt, resolvedAt, cause }) => {
    return { id, teamId, type, status, title, monitorId, serviceId, startedAt, resolvedAt, cause }
  },
}

export function addInspectionCommands(program: Program, { open, print }: CommandContext): void {
  /** Reads the store in pieces, since it may be large, and keeps what fits. */
  async function find(kind: Kind, fits: (row: Row) => boolean): Promise<Row[]> {
    const found: Row[] = []
    const toRow = rowOf[kind] as (record: Data[Kind][number]) => Row
    const store = await open({ isLong: true })
    await store.dumpPieces(async (piece) => {
      for (const record of piece[kind]) {
        const row = toRow(record)
        if (fits(row)) found.push(row)
      }
    })
    return found
  }
  const kind = () => new Argument('<KIND>', 'the kind of record').choices(kinds)

  addCommand(program, {
    name: 'list',
    summary: 'lists the records of a kind',
    json: '{"users": [{"id": "…", …}]}',
    example: 'users',
  })
    .addArgument(kind())
    .option('--team <ID>', 'only this team, or what belongs to it', text)
    .action(async (kind, { team }) => {
      const rows = await find(kind, (row) => team === undefined || team === (kind === 'teams' ? row.id : row.teamId))
      print({ [kind]: rows }, rows.length === 0 ? `no ${kind}` : formatTable(rows), lostOutput)
    })

  addCommand(program, {
    name: 'show',
    summary: 'shows a record',
    json: '{"id": "…", …}',
    example: 'users ada@acme.example',
  })
    .addArgument(kind())
    .argument('<ID>', 'its id; of a user also the e-mail address', text)
    .action(async (kind, id) => {
      const [row] = await find(kind, (row) => row.id === id || row.email === id.toLowerCase())
      if (!row) throw new Error(`there is none of the ${kind} with the id ${JSON.stringify(id)}`)
      const lines = Object.entries(row).map(([name, value]) => `${name.padEnd(20)}${printable(value)}`)
      print(row, lines.join('\n'), lostOutput)
    })
}

function formatTable(rows: Row[]): string {
  const names = Object.keys(rows[0] as Row)
  const lines = [names, ...rows.map((row) => names.map((name) => printable(row[name] ?? null)))]
  // Math.max with all widths would exceed the limit of arguments.
  const widths = names.map((_, column) => lines.reduce((max, cells) => Math.max(max, cells[column]?.length ?? 0), 0))
  const formatLine = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((cells) => formatLine(cells).trimEnd()).join('\n')
}

/** Callers wrote the texts, which must neither move the cursor nor forge a line. */
function printable(value: Row[string]): string {
  return String(value ?? '-').replace(/\p{C}/gu, '\ufffd')
}
