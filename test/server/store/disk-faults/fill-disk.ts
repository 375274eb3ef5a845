/** Fills a store until a write fails, deletes some records, writes again, and prints the acknowledged writes: `node fill-disk.ts FILE`. */
import assert from 'node:assert/strict'
import { openStore } from '../../../../server/store/open.ts'
import { account, noon, scheduled } from '../../../../server/store/suite/sample-data.ts'

const store = await openStore(`file:${process.argv[2]}`)
const emails = async () => (await store.dump()).users.map(({ email }) => email)
let error: { code?: string; cause?: { code?: string } } = {}
const acknowledged: string[] = []
for (let i = 1000; !error.code && i < 9999; i++) {
  const [user, team] = account(`due${i}`, scheduled(noon))
  error = await store.addAccount(user, team).then(
    () => ({}),
    (error) => error,
  )
  if (!error.code) acknowledged.push(user.email)
}
assert.equal(error.code, 'UNAVAILABLE')
assert.deepEqual(await emails(), acknowledged)
await assert.rejects(store.addAccount(...account('late')), { code: 'UNAVAILABLE' })
assert.deepEqual(await emails(), acknowledged)

const gone = Math.ceil(acknowledged.length / 2)
assert.equal(await store.completeDeletions(noon, gone), gone)
assert.equal(await store.addAccount(...account('later')), true)
const kept = [...acknowledged.slice(gone), 'later@example.com']
assert.deepEqual(await emails(), kept)
console.log(JSON.stringify({ cause: error.cause?.code, acknowledged: acknowledged.length, kept }))
