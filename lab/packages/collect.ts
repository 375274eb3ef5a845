/** All that `npm run packages` does with one installed package. */
import { nodes } from '../../test/runtimes/index.ts'
import type { Project } from '../../test/support/packages/install.ts'
import { MissingError } from '../programs.ts'
import { ecosystem } from './ecosystem/cells.ts'
import { findProgram } from './ecosystem/place.ts'
import { checkBy, checkTypes, hasTypes, typeSettings } from './types.ts'
import { packageUses } from './uses/index.ts'
import { type PackageUses, type Target, usesOn } from './uses/use.ts'

export interface Task {
  runtime: string
  use: string
  /** In a runtime of the folder ecosystem/. */
  isElsewhere?: boolean
  run(project: Project, target: Target): Promise<void>
}

const compilers = ['5.4', '5.7', '5.9', '6', '7']

export function collectTasks(name: string): Task[] {
  const uses = packageUses[name] as PackageUses
  const onNode = nodes.flatMap(({ name: runtime, major, program }) =>
    usesOn(uses, major).map(({ title, run }) => ({
      runtime,
      use: title,
      async run(project: Project, target: Target) {
        if (!program) throw new MissingError(`no npm package of ${runtime} for this platform`)
        await run(project.on(program), target)
      },
    })),
  )
  const elsewhere = (ecosystem[name] ?? []).map(({ runtime, title, run }) => ({
    runtime,
    use: title,
    isElsewhere: true,
    run: ({ folder }: Project, target: Target) => run(folder, target),
  }))
  const types = Object.entries(hasTypes(name) ? typeSettings : {}).map(([title, settings]) =>
    typeTask('TypeScript', title, (folder) => checkTypes(name, folder, settings)),
  )
  const typesOfVersions = (name === 'sdk' ? compilers : []).flatMap((version) =>
    (['nodenextWithDom', 'bundlerWithDom'] as const).map((title) => ({
      ...typeTask(`TypeScript ${version}`, `all entries, ${title}`, async (folder) =>
        checkTypes(name, folder, typeSettings[title], checkBy(findProgram(`typescript-${version}/bin/tsc`))),
      ),
      isElsewhere: true,
    })),
  )
  return [...onNode, ...elsewhere, ...types, ...typesOfVersions]
}

function typeTask(runtime: string, title: string, check: (folder: string) => Promise<string>): Task {
  return {
    runtime,
    use: `types: ${title}`,
    async run({ folder }) {
      const messages = await check(folder)
      if (messages) throw new Error(messages)
    },
  }
}
