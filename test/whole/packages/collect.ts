/** All that `npm run packages` does with one installed package. */
import { nodes } from '../../runtimes/index.ts'
import { ecosystem } from './ecosystem/cells.ts'
import { examples } from './examples.ts'
import type { Project } from './install.ts'
import { checkTypes, hasTypes, typeSettings } from './types.ts'
import { packageUses } from './uses/index.ts'
import { type Cell, MissingError, type Target, usesOn } from './uses/use.ts'

export interface Task {
  package: string
  runtime: string
  use: string
  /** In a runtime of the folder ecosystem/. */
  isElsewhere?: boolean
  run(project: Project, target: Target): Promise<void>
}

export function collectTasks(name: string): Task[] {
  const uses = packageUses[name]
  if (!uses) throw new Error(`there is no package "${name}"; there are ${Object.keys(packageUses).join(', ')}`)
  const onNode = nodes.flatMap(({ name: runtime, major, program }) =>
    usesOn(uses, major).map((use) => ({
      package: name,
      runtime,
      use: use.title,
      async run(project: Project, target: Target) {
        if (!program) throw new MissingError(`no npm package of ${runtime} for this platform`)
        await use.run(project.on(program), target)
      },
    })),
  )
  const toTask = ({ runtime, title, run }: Cell): Task => ({
    package: name,
    runtime,
    use: title,
    run: ({ folder }: Project, target: Target) => run(folder, target),
  })
  const elsewhere = (ecosystem[name] ?? []).map((cell) => ({ ...toTask(cell), isElsewhere: true }))
  const ofExamples = name === 'mock' ? examples.map(toTask) : []
  const types = Object.entries(hasTypes(name) ? typeSettings : {}).map(([title, settings]) => ({
    package: name,
    runtime: 'TypeScript',
    use: `types: ${title}`,
    async run({ folder }: Project) {
      const messages = await checkTypes(name, folder, settings)
      if (messages) throw new Error(messages)
    },
  }))
  return [...onNode, ...elsewhere, ...ofExamples, ...types]
}
