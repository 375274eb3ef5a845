/** Our server and the oracle, as those who send requests see them: what they said, and what their handlers did. */
import { createApp } from '../../../server/app.ts'
import { createClient, type FuzzClient } from '../fuzz/clients.ts'
import { startServer } from '../fuzz/server-target.ts'
import { createValidatorOnlyApp } from './validator-only-app.ts'

export function startComparedClients(): Promise<FuzzClient[]> {
  return Promise.all([startVerdict('server', createApp), startVerdict('stock', createValidatorOnlyApp)])
}

async function startVerdict(name: string, create: typeof createApp): Promise<FuzzClient> {
  let done: string[] = []
  const tell = (call: string) => void done.push(call)
  const target = await startServer(name, ({ store, passwords, ...options }) =>
    create({ ...options, store: watch(store, tell), passwords: watch(passwords, tell) }),
  )
  const party = createClient(target)
  return {
    ...party,
    async ask(message) {
      done = []
      const { said, problems } = await party.ask(message)
      return { said, did: done.join(', '), problems }
    },
  }
}

/** Tells of each call but that which only finds out who calls, with the numbers, dates and ids that it was given. */
function watch<T extends object>(watched: T, tell: (call: string) => void): T {
  return new Proxy(watched, {
    get(_, name: keyof T & string) {
      const method = watched[name] as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        const plain = given.filter((one) => typeof one === 'number' || typeof one === 'string' || one === undefined)
        // Two servers have the same passwords, but not the same hashes.
        if (name !== 'findMember') tell(name === 'matches' ? name : `${name}(${plain.join(' ')})`)
        return method.apply(watched, given)
      }
    },
  })
}
