/** What our stores do per second beside what they stand on. */
import type { Benchmark, Row } from './report.ts'
import { besideLowdb } from './store-peers-file.ts'
import { resetInPostgres, resetInSqlite } from './store-peers-reset.ts'
import { besidePostgres, besideSqlite } from './store-peers-sql.ts'
import { withPlaces } from './store-places.ts'
import { tellLoad } from './store-rounds.ts'

export const storePeers: Benchmark = {
  title: 'a call through our stores beside the same done with the bare driver',
  run: () =>
    withPlaces(async (places) => {
      const rows: Row[] = []
      for (const part of [besideLowdb, besideSqlite, resetInSqlite, besidePostgres, resetInPostgres]) {
        rows.push(...(await part(places)))
      }
      const notes = [
        "Medians of interleaved rounds, µs per acknowledged call; speed is the median of each round's own ratio.",
        'A goal such as 0.8x is a speed that ours is to reach, one in ms a time of ours.',
        tellLoad(),
      ]
      return { rows, notes }
    }),
}
