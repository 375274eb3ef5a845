/** Clients of the server and of the oracle that also record the calls of store and passwords. */
import { createApp } from '../../server/app.ts'
import { createClient, type FuzzClient } from '../fuzz/clients.ts'
import { startServer } from '../fuzz/server-target.ts'
import { createValidatorOnlyApp } from './validator-only-app.ts'

export function startComparedClients(): Promise<FuzzClient[]> {
  return Promise.all([startRecordedClient('server', createApp), startRecordedClient('stock', createValidatorOnlyApp)])
}

async function startRecordedClient(name: string, create: typeof createApp): Promise<FuzzClient> {
  let calls: string[] = []
  const record = (call: string) => void calls.push(call)
  const target = await startServer(name, ({ store, passwords, ...options }) =>
    create({ ...options, store: recordCalls(store, record), passwords: recordCalls(passwords, record) }),
  )
  const party = createClient(target)
  return {
    ...party,
    async ask(message) {
      calls = []
      const { said, problems } = await party.ask(message)
      return { said, did: calls.join(', '), problems }
    },
  }
}

/** Records each call with its numbers and texts, except the call that identifies the caller. */
function recordCalls<T extends object>(target: T, record: (call: string) => void): T {
  return new Proxy(target, {
    get(_, name: keyof T & string) {
      const method = target[name] as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        const plain = given.filter((one) => typeof one === 'number' || typeof one === 'string' || one === undefined)
        // The two servers have different hashes of the same passwords.
        if (name !== 'findMember') record(/^(?:matches|isCheap)$/.test(name) ? name : `${name}(${plain.join(' ')})`)
        return method.apply(target, given)
      }
    },
  })
}
