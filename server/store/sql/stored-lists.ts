/** How each list of records is stored: its table, the table's key, and the conversion of its rows. */
import type { Data } from '../records.ts'
import * as rows from './rows.ts'

interface StoredList {
  table: keyof rows.Tables
  /** The columns of the primary key. */
  key: string[]
  toRow(record: never): object
  toRecord(row: never): object
}

const { toRow, toRecord } = rows.services

/** Owners come first. The monitors of a service are in a table of their own. */
export const storedLists: Record<keyof Data, StoredList> = {
  teams: { table: 'teams', key: ['id'], ...rows.teams },
  users: { table: 'users', key: ['id'], toRow: rows.fromUser, toRecord: rows.toUser },
  monitors: { table: 'monitors', key: ['id'], ...rows.monitors },
  services: {
    table: 'services',
    key: ['id'],
    toRow,
    toRecord: (row: rows.Tables['services']) => ({ ...toRecord(row), monitorIds: [] }),
  },
  incidents: { table: 'incidents', key: ['id'], ...rows.incidents },
  dailyStats: { table: 'monitor_daily_stats', key: ['monitor_id', 'date'], ...rows.dailyStats },
  attempts: { table: 'attempts', key: ['key'], ...rows.attempts },
}

/** In the order of {@link storedLists}: owners come before the records that belong to them. */
export const listNames = Object.keys(storedLists) as (keyof Data)[]
