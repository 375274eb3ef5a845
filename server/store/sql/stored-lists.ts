/** How each list of records is stored: its table, the table's key, and the conversion of its rows. */
import type { Data } from '../records.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './rows.ts'

interface StoredList {
  table: keyof Tables
  /** The columns of the primary key. */
  key: string[]
  toRow(record: never): object
  toRecord(row: never): object
}

type Owned = { id: string; teamId: string }
type OwnedRow = { id: string; team_id: string }
const toOwnedRow = ({ id, teamId }: Owned): OwnedRow => ({ id, team_id: teamId })

/** Owners come first. The monitors of a service are in a table of their own. */
export const storedLists: Record<keyof Data, StoredList> = {
  teams: { table: 'teams', key: ['id'], toRow: fromTeam, toRecord: toTeam },
  users: { table: 'users', key: ['id'], toRow: fromUser, toRecord: toUser },
  monitors: {
    table: 'monitors',
    key: ['id'],
    toRow: toOwnedRow,
    toRecord: ({ id, team_id }: OwnedRow) => ({ id, teamId: team_id }),
  },
  services: {
    table: 'services',
    key: ['id'],
    toRow: toOwnedRow,
    toRecord: ({ id, team_id }: OwnedRow) => ({ id, teamId: team_id, monitorIds: [] }),
  },
  incidents: { table: 'incidents', key: ['id'], toRow: fromIncident, toRecord: toIncident },
  dailyStats: {
    table: 'monitor_daily_stats',
    key: ['monitor_id', 'date'],
    toRow: ({ monitorId, date }: Data['dailyStats'][number]) => ({ monitor_id: monitorId, date }),
    toRecord: ({ monitor_id, date }: Tables['monitor_daily_stats']) => ({ monitorId: monitor_id, date }),
  },
  attempts: {
    table: 'attempts',
    key: ['key'],
    toRow: ({ key, count, resetsAt }: Data['attempts'][number]) => ({ key, count, resets_at: resetsAt }),
    toRecord: ({ key, count, resets_at }: Tables['attempts']) => ({ key, count, resetsAt: resets_at }),
  },
}

export const listNames = Object.keys(storedLists) as (keyof Data)[]
