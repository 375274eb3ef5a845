/** Adds accounts and prints each acknowledged one, until it receives a message: `node writer.ts URL`. */
import { setImmediate as turn } from 'node:timers/promises'
import { openStore } from '../../../../server/store/open.ts'
import { account } from '../../../../server/store/suite/sample-data.ts'

const store = await openStore(process.argv[2] ?? '')
let isEnough = false
process.once('message', () => {
  isEnough = true
})

/** Four workers share batches, as the requests of a server do. Each yields so that messages arrive. */
async function work(name: string): Promise<void> {
  for (let i = 0; !isEnough; i++) {
    const [user, team] = account(`${name}${i}`)
    await store.addAccount(user, team)
    process.stdout.write(`${user.id}\n`)
    if (user.id === 'a9') process.send?.('busy')
    await turn()
  }
}
await Promise.all(['a', 'b', 'c', 'd'].map(work))
process.send?.('idle')
process.channel?.ref()
