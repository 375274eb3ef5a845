/** All that `npm run packages` does with one installed package. */
import { nodes } from '../../test/runtimes/index.ts'
import type { Project } from '../../test/support/packages/install.ts'
import { MissingError } from '../programs.ts'
import { ecosystem } from './ecosystem/cells.ts'
import { findProgram } from './ecosystem/place.ts'
import { checkBy, checkTypes, hasTypes, typeSettings } from './types.ts'
import { packageUses } from './uses/index.ts'
import { type Cell, type Target, usesOn } from './uses/use.ts'

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
  const types = Object.entries(hasTypes(name) ? typeSettings : {}).map(([title, settings]) =>
    typeTask(name, 'TypeScript', title, (folder) => checkTypes(name, folder, settings)),
  )
  const versions = name === 'sdk' ? compilers : []
  const typesOfVersions = versions.flatMap((version) =>
    (['nodenextWithDom', 'bundlerWithDom'] as const).map((title) => ({
      ...typeTask(name, `TypeScript ${version}`, `all entries, ${title}`, async (folder) =>
        checkTypes(name, folder, typeSettings[title], checkBy(findProgram(`typescript-${version}/bin/tsc`))),
      ),
      isElsewhere: true,
    })),
  )
  return [...onNode, ...elsewhere, ...types, ...typesOfVersions]
}

const compilers = ['5.4', '5.7', '5.9', '6', '7']

function typeTask(name: string, runtime: string, title: string, check: (folder: string) => Promise<string>): Task {
  return {
    package: name,
    runtime,
    use: `types: ${title}`,
    async run({ folder }) {
      const messages = await check(folder)
      if (messages) throw new Error(messages)
    },
  }
}
