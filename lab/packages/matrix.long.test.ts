/** Each published package, from its tarball and outside this repository, on each Node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodes } from '../../test/runtimes/index.ts'
import { installLinked, type Project } from '../../test/support/packages/install.ts'
import { startTarget } from './target.ts'
import { checkOwn, checkPageTypes, checkTypes, hasTypes, typeSettings } from './types.ts'
import { packageUses } from './uses/index.ts'
import { type Target, usesOn } from './uses/use.ts'

const patience = 120_000

let target: Target & { close(): Promise<void> }
beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.close())

describe.each(Object.entries(packageUses))('The package %s', (name, uses) => {
  let project: Project
  beforeAll(async () => {
    project = await installLinked(name, uses.peers)
    await uses.prepare?.(project.folder)
  }, patience)
  afterAll(() => project?.remove())

  describe.each(nodes)('on $name', ({ major, program }) => {
    it.skipIf(!program).concurrent.each(usesOn(uses, major))(
      'does what it promises: $title',
      { timeout: patience },
      ({ run }) => run(project.on(program as string), target),
    )
  })

  // `npm run packages` checks under the others, too, and the types of the packages that they load. No page loads a server.
  const { node16WithoutDom, bundlerWithDom } = typeSettings
  const settings = name === 'server' ? [node16WithoutDom] : [node16WithoutDom, bundlerWithDom]
  if (name === 'sdk') settings.push({ ...bundlerWithDom, moduleResolution: 'node10' })
  it.skipIf(!hasTypes(name)).concurrent.each(settings)(
    'has correct types under %o',
    { timeout: patience },
    async (settings) => expect(await checkTypes(name, project.folder, settings, checkOwn)).toBe(''),
  )

  it.skipIf(name !== 'mock')('has types for pages that need none of Node', { timeout: patience }, async () =>
    expect(await checkPageTypes(project.folder)).toBe(''),
  )
})
