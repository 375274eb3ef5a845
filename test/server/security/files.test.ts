/** The store's files: foreign files are left unchanged, and own files are private. */
import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveWith } from '../../support/configured-server.ts'
import { makeFolder } from '../../support/folder.ts'
import { run, secrets } from '../../support/process.ts'
import { transmit } from '../../support/raw-http.ts'

it.each([
  ['file', '{"users":['],
  ['sqlite', 'a text that is long enough to be taken for the head of something else, which it is not at all'],
])(
  'The server does not start on a foreign %s file, prints one line, and leaves the file unchanged: %j',
  { tags: ['P70'] },
  async (kind, text) => {
    const { at, remove } = await makeFolder()
    onTestFinished(remove)
    await writeFile(at('store'), text)
    const { code, stdout, stderr } = await run(['--port', '0', '--store', `${kind}:${at('store')}`], secrets)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^[^\n]+\n$/)])
    expect(stderr).not.toContain(' at ')
    expect(await readFile(at('store'), 'utf8')).toBe(text)
    expect(await readdir(dirname(at('store')))).toEqual(['store'])
  },
)

it.each(['file', 'sqlite'])(
  'After a write, all files of a %s store have mode 600, and a link stays a link',
  { tags: ['P71'] },
  async (kind) => {
    const { at, remove } = await makeFolder()
    onTestFinished(remove)
    const own = await makeFolder()
    onTestFinished(own.remove)
    await symlink(own.at('kept'), at('store'))
    // Twice, because a file may lose its mode when it is opened again.
    for (const name of ['ada', 'bob']) {
      const server = await serveWith(['--store', `${kind}:${at('store')}`], { ...secrets, LOG_LEVEL: 'silent' })
      const body = { email: `${name}@new.example`, password: 'an-uncommon-password' }
      expect((await transmit(server.url, 'POST', '/auth/signup', {}, body)).statusLine).toBe('201')
      const folder = dirname(own.at('kept'))
      for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600)
      expect(await readdir(folder)).toContain('kept')
      expect((await lstat(at('store'))).isSymbolicLink()).toBe(true)
      await server.stop()
    }
  },
)
