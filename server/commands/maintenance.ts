/** The commands that maintain a store: counts, purge, migrate. */
import { Argument } from '@commander-js/extra-typings'
import { purge } from '../jobs/purge.ts'
import { createLog } from '../ops/log.ts'
import { readCount } from '../setting-parsers.ts'
import { textOf } from '../setting-text.ts'
import { settings } from '../settings-table.ts'
import { addCommand, type CommandContext, lostOutput, type Program, text } from './add-command.ts'

export function addMaintenanceCommands(
  program: Program,
  { env, open, useSchema, now, print, stderr }: CommandContext,
): void {
  addCommand(program, { name: 'counts', summary: 'counts the records of each kind', json: '{"teams": 2, …}' }).action(
    async () => {
      const counts = await (await open()).count()
      const width = Math.max(...Object.keys(counts).map((name) => name.length))
      const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(width)}  ${count}`)
      print(counts, lines.join('\n'), lostOutput)
    },
  )

  addCommand(program, {
    name: 'purge',
    summary: 'completes the account deletions that are due, as the server does every minute',
    json: '{"deleted": 3}',
  })
    .option('--max <N>', `delete none if more are due; PURGE_MAX, or ${settings.purgeMax.default}`, text)
    .action(async (options) => {
      const max = options.max
        ? readCount(options.max, '--max')
        : readCount(textOf('purgeMax', {}, env) ?? '', 'PURGE_MAX')
      const { deleted: onDeleted } = createLog({ level: 'info', destination: stderr })
      const deleted = await purge(await open(), now(), { max, onDeleted })
      print({ deleted }, `deleted ${deleted} ${deleted === 1 ? 'account' : 'accounts'}`)
    })

  addCommand(program, {
    name: 'migrate',
    summary: 'shows or changes the schema version of a SQL store, however long it takes',
    json: '{"versions": ["0001"]}, those that were applied or undone; status: {"applied": […], "pending": […]}',
    example: 'up',
  })
    .addArgument(
      new Argument('<ACTION>', 'up applies what is missing, as the server does at start; down undoes the last').choices(
        ['status', 'up', 'down'],
      ),
    )
    .action(async (action) => {
      if (action === 'status') {
        const { applied, pending } = await useSchema((schema) => schema.status(), { create: false })
        const list = (versions: string[]) => versions.join(' ') || 'none'
        return print({ applied, pending }, `applied  ${list(applied)}\npending  ${list(pending)}`, lostOutput)
      }
      const versions = await useSchema((schema) => schema[action](), { create: action === 'up' })
      const verb = action === 'up' ? 'applied' : 'undone'
      print({ versions }, versions.length > 0 ? `${verb} ${versions.join(' ')}` : 'up to date')
    })
}
