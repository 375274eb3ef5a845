/** Links of the documentation lead somewhere, and the commands that it names exist. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchors, localLinks, pages, readPage, root } from './pages.ts'

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }

describe.each(pages)('%s', (page) => {
  it('links to files and headings that exist', () => {
    const broken = localLinks(page).filter((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path ? posix.join(posix.dirname(page), path) : page
      if (!existsSync(root + file)) return true
      return anchor !== undefined && file.endsWith('.md') && !anchors(file).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('names files and folders that exist', () => {
    const named = [
      ...readPage(page).matchAll(
        /`((?:contract|http|server|mock|sdk|conformance|demo|test|lab|docs|build)\/[\w./-]*)`/g,
      ),
    ]
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(root + path))).toEqual([])
  })

  it('names npm scripts that exist', () => {
    const named = [...readPage(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)(?! -w| --prefix)/g)]
    const missing = named.map(([, name = '']) => name).filter((name) => name !== 'build' && !(name in scripts))
    expect(missing).toEqual([])
  })
})

it('docs/architecture.md names every top-level folder', () => {
  const text = readPage('docs/architecture.md')
  const folders = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path.includes('/') && !path.startsWith('.') && !path.startsWith('docs/'))
    .map((path) => `${path.split('/')[0]}/`)
  expect([...new Set(folders)].filter((folder) => !text.includes(folder))).toEqual([])
})
