/** Our file store beside lowdb, used as in its documentation. */
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import { resolution } from '../../../server/domain/rules.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Data } from '../../../server/store/records.ts'
import type { Row } from '../report.ts'
import { compare } from './comparison.ts'
import { type Locations, pathOf } from './locations.ts'
import { block, blocks, incidentAt } from './records.ts'

const count = 10

export async function besideLowdb({ create }: Locations): Promise<Row[]> {
  const store = await openStore(await create('file'))
  await store.load(blocks(0, count))
  const plain = new Low<Data>(new JSONFile(pathOf(await create('file'))), blocks(0, count))
  const { set } = resolution('A deploy.', new Date())
  const at = (nth: number) => incidentAt(nth, count * block.incidents)
  const ours = (nth: number) => store.changeIncident(...at(nth), { set })
  const lowdb = (nth: number) => {
    const [, wanted] = at(nth)
    return plain.update(({ incidents }) => {
      const incident = incidents.find(({ id }) => id === wanted)
      if (incident) Object.assign(incident, set)
    })
  }
  const rows: Row[] = []
  for (const clients of [1, 50]) {
    const peers = [{ name: 'lowdb, no fsync', call: lowdb, ...(clients > 1 && { goal: 10 }) }]
    const what = 'file: resolve, of 10,000 records'
    rows.push(...(await compare({ what, clients, ours, peers, turn: 300, rounds: 5 })))
  }
  await store.close()
  return rows
}
