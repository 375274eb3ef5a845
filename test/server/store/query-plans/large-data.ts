/** Test data of some ten thousand rows per table, in SQL that SQLite and PostgreSQL understand. */

/** Inserts one row for each n from 1 on, or one per row of a second table. */
const filled = (size: number, table: string, row: string, other = '') =>
  `insert into ${table} with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${size})
   select ${row} from numbers ${other}`

/** Every hundredth team owns the records of a hundred. */
const team = `'team' || ((n - 1) / 100 * 100 + 1)`

/** The first 30 users are due, every fifth is scheduled, and the first 50 counters have ended. */
export const largeData = [
  filled(40_000, 'teams', `'team' || n, 'Team', 'pro', '2024-03-01T09:30:00.123Z'`),
  filled(
    40_000,
    'users (id, email, team_id, role, created_at, deletion_scheduled_at)',
    `'user' || n, 'user' || n || '@example.com', 'team' || n, 'owner', '2024-03-01T09:30:00.123Z',
     case when n <= 30 then '2025-01-01T00:00:00.000Z'
          when n % 5 = 0 then '2025-07-15T12:00:0' || (n % 10) || '.000Z' end`,
  ),
  filled(8_000, 'monitors', `'monitor' || n, ${team}`),
  filled(8_000, 'services', `'service' || n, ${team}`),
  filled(8_000, 'service_monitors', `'service' || n, 'monitor' || n`),
  filled(
    8_000,
    'incidents (id, team_id, type, status, started_at, created_at)',
    `'incident' || n, ${team}, 'manual', 'open', '2025-06-15T08:00:00.001Z', '2025-06-15T08:05:00.999Z'`,
  ),
  filled(
    8_000,
    'monitor_daily_stats',
    `'monitor' || n, days.day`,
    `cross join (select '2025-01-01' as day union all select '2025-01-02' union all select '2025-01-03') as days`,
  ),
  filled(
    8_000,
    'attempts',
    `'key' || n, 1, case when n <= 50 then '2025-06-15T12:00:00.000Z' else '2025-06-15T12:15:00.000Z' end`,
  ),
]
