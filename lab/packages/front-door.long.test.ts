/** The samples on README's first screen run as they are pasted, from the packed packages, against one server. */
import { demo } from '@monitoring-service/contract'
import { expect, it, onTestFinished } from 'vitest'
import { readPage } from '../../test/docs/pages.ts'
import { installLinked } from '../../test/support/packages/install.ts'
import { startTarget } from './target.ts'

const patience = 120_000

it.each([
  ['sdk', "from '@monitoring-service/sdk'"],
  ['mock', "from '@monitoring-service/mock'"],
  ['conformance', 'npx --no-install monitoring-conformance'],
])('The sample of the package %s works and prints what it says', { timeout: patience }, async (name, part) => {
  const [, language, sample = ''] = [...readPage('README.md').matchAll(/^```(\w+)\n(.*?)^```$/gms)].find(([, , code]) =>
    code?.includes(part),
  ) ?? ['', '', '']
  const server = await startTarget()
  const project = await installLinked(name)
  onTestFinished(() => Promise.all([server.close(), project.remove()]).then(() => {}))
  const code = sample.replaceAll('http://localhost:3000', server.url)
  const on = project.on(process.execPath)
  if (language === 'js') {
    const printed = [...sample.matchAll(/\/\/ prints (.*)$/gm)].map(([, text]) => `${text}\n`)
    expect(printed).toHaveLength(1)
    expect(await on.script(code)).toEqual({ code: 0, stdout: printed.join(''), stderr: '' })
  } else {
    expect(code).toContain(demo.adminApiKey)
    const [, , command = '', ...args] = code.trim().split(' ')
    const { code: exit, stdout } = await on.run(command, ...args)
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/ is conformant /) })
  }
})
