/**
 * Adds accounts to a store and changes them, until enough are added or ten are rejected, closes it, and prints their ids:
 * `node add-accounts.ts URL PREFIX NUMBER`
 */
import { openStore } from '../../../../server/store/open.ts'
import { account } from '../../../../server/store/suite/sample-data.ts'

const [, , url = '', prefix = '', number = ''] = process.argv
const store = await openStore(url)
const [added, refused, codes]: [string[], string[], unknown[]] = [[], [], []]
for (let i = 0; i < Number(number) && refused.length < 10; i++) {
  const [user, team] = account(`${prefix}${i}`, { name: 'Some text that takes its room. '.repeat(20) })
  try {
    await store.addAccount(user, team)
    added.push(user.id)
    await store.changeUser(user.id, (added) => ({ ...added, role: 'admin' }))
  } catch (error) {
    refused.push(user.id)
    codes.push((error as { code?: unknown }).code)
  }
}
await store.close()
process.stdout.write(JSON.stringify({ added, refused, codes }))
