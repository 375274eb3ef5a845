/** The Markdown pages of the project, with what they name. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every Markdown page in the repository, by its path from the root. */
export const pages: string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((path) => existsSync(root + path))

export const readPage = (path: string): string => readFileSync(root + path, 'utf8')

/** The shell blocks of a page. */
export function shellBlocks(path: string): string[] {
  return [...readPage(path).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** The targets of the links and pictures of a page that are not on the web. */
export function localLinks(path: string): string[] {
  const prose = readPage(path).replace(/^```.*?^```$/gms, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((to) => !/^[a-z]+:/.test(to))
}

/** The anchors that GitHub gives the headings of a page. */
export function anchors(path: string): string[] {
  const headings = readPage(path)
    .replace(/^```.*?^```$/gms, '')
    .matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  )
}
