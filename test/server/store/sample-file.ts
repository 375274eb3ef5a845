/** The sample data as a data file has them: the ids of its users are ULIDs. */
import type { Data } from '../../../server/store/records.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'

export function sampleFile(): Data {
  const { users, ...lists } = sampleData()
  return { ...lists, users: users.map((user, index) => ({ ...user, id: `01J00000000000000PERS0N00${index}` })) }
}
