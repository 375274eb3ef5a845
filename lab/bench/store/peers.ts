/** The benchmark `store-peers`: calls through our stores beside the same work by the bare drivers. */
import type { Benchmark, Row } from '../report.ts'
import { describeLoad } from '../rounds.ts'
import { withLocations } from './locations.ts'
import { besideLowdb } from './peers-file.ts'
import { resetInPostgres, resetInSqlite } from './peers-reset.ts'
import { besidePostgres, besideSqlite } from './peers-sql.ts'

export const storePeers: Benchmark = {
  title: 'a call through our stores beside the same done with the bare driver',
  run: () =>
    withLocations(async (locations) => {
      const rows: Row[] = []
      for (const part of [besideLowdb, besideSqlite, resetInSqlite, besidePostgres, resetInPostgres]) {
        rows.push(...(await part(locations)))
      }
      const notes = [
        "Medians of interleaved rounds, µs per acknowledged call; speed is the median of each round's own ratio.",
        'A goal such as 0.8x is the required speed of ours; a goal in ms is its longest time.',
        describeLoad(),
      ]
      return { rows, notes }
    }),
}
