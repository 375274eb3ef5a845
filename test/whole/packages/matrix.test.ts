/** Each published package, from its tarball and outside this repository, on each Node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodes } from '../../runtimes/index.ts'
import { installLinked, type Project } from './install.ts'
import { startTarget } from './target.ts'
import { checkTypes, hasTypes, typeSettings } from './types.ts'
import { packageUses, type Target } from './uses.ts'

const patience = 120_000

let target: Target & { close(): Promise<void> }
beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.close())

describe.each(Object.entries(packageUses))('The package %s', (name, { peers, uses, refusal }) => {
  let project: Project
  beforeAll(async () => {
    project = await installLinked(name, peers)
  }, patience)
  afterAll(() => project?.remove())

  describe.each(nodes)('on $name', ({ major, program }) => {
    const suitable = refusal && major < refusal.below ? [refusal] : uses.filter(({ node = 0 }) => major >= node)
    it.skipIf(!program).each(suitable)('does what it promises: $title', { timeout: patience }, ({ run }) =>
      run(project.on(program as string), target),
    )
  })

  // The others are checked by `npm run packages`.
  it.skipIf(!hasTypes(name)).each([typeSettings.node16WithoutDom, typeSettings.bundlerWithDom])(
    'has correct types under %o',
    { timeout: patience },
    async (settings) => {
      expect(await checkTypes(name, project.folder, settings)).toBe('')
    },
  )
})
