/** Links of the documentation lead somewhere, and the commands that it names exist. */
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

  it('names npm scripts that exist', () => {
    const named = [...readPage(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)(?! -w| --prefix)/g)]
    const missing = named.map(([, name = '']) => name).filter((name) => name !== 'build' && !(name in scripts))
    expect(missing).toEqual([])
  })
})
