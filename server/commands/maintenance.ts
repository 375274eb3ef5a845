/** The commands that maintain a store: counts, purge, migrate. */
import { readCount } from '../config.ts'
import { defaultPurgeMax, purge } from '../jobs/purge.ts'
import { createLog } from '../ops/log.ts'
import { addCommand, type CommandContext, type Program } from './add-command.ts'
import { text } from './values.ts'

export function addMaintenanceCommands(program: Program, { open, now, print, stderr }: CommandContext): void {
  addCommand(program, 'counts', 'counts the records of each kind', '{"teams": 2, …}').action(async () => {
    const counts = await (await open()).count()
    const width = Math.max(...Object.keys(counts).map((name) => name.length))
    const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(width)}  ${count}`)
    print(counts, lines.join('\n'))
  })

  addCommand(
    program,
    'purge',
    'completes the account deletions that are due, as the server does every minute',
    '{"deleted": 3}',
  )
    .option('--max <N>', `delete none if more are due; ${defaultPurgeMax}`, text)
    .action(async ({ max = String(defaultPurgeMax) }) => {
      const { deleted: onDeleted } = createLog('info', stderr)
      const deleted = await purge(await open(), now(), { max: readCount('--max', max), onDeleted })
      print({ deleted }, `deleted ${deleted} ${deleted === 1 ? 'account' : 'accounts'}`)
    })

  addCommand(
    program,
    'migrate',
    'migrates a store to the schema of this version, as the server does when it starts',
    '{"versions": ["0001"]}, the versions that were applied',
  ).action(async () => {
    const versions: string[] = []
    await open({ create: true, onMigrated: (applied) => versions.push(...applied) })
    print({ versions }, versions.length > 0 ? `now at version ${versions.at(-1)}` : 'up to date')
  })
}
