/** The commands that look after a store as a whole. */
import { purge } from '../jobs/purge.ts'
import { command } from './command.ts'

export const counts = command({
  summary: 'counts the records of each kind',
  flags: {},
  example: '',
  prints: '{"teams": 2, …}',
  async run(_, { open }) {
    const counts = await (await open()).count()
    const width = Math.max(...Object.keys(counts).map((name) => name.length))
    const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(width)}  ${count}`)
    return { json: counts, text: lines.join('\n') }
  },
})

export const purgeNow = command({
  summary: 'completes the deletions that are due, as the server does every minute',
  flags: {},
  example: '',
  prints: '{"deleted": 3}',
  async run(_, { open, now }) {
    const deleted = await purge(await open(), now())
    return { json: { deleted }, text: `deleted ${deleted} ${deleted === 1 ? 'account' : 'accounts'}` }
  },
})

export const migrate = command({
  makesStore: true,
  summary: 'brings a store to the schema of this version, as the server does at its start',
  flags: {},
  example: '',
  prints: '{"versions": ["0001"]}, the ones it was brought to',
  async run(_, { open }) {
    const versions: string[] = []
    await open((applied) => versions.push(...applied))
    return { json: { versions }, text: versions.length > 0 ? `now at version ${versions.at(-1)}` : 'up to date' }
  },
})
