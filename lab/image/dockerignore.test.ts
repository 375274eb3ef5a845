/** .dockerignore lets in what the packages of the images are built from. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { packages } from '../../build/packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const lines = readFileSync(`${root}.dockerignore`, 'utf8').split('\n')
const allowed = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

it.each(['server', 'mock', 'conformance'])('The documents and assets of the package %s are let in', (name) => {
  const { assets = [], documents = [] } = packages[name] ?? {}
  const files = globSync([...assets, ...documents], { cwd: root })
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !allowed.some((path) => file === path || file.startsWith(`${path}/`)))).toEqual([])
})
