/** Each line of the log is JSON on each Node, threads included. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodes } from '../runtimes/index.ts'
import { makeFolder } from '../support/folder.ts'
import { folderOfTest } from '../support/folder-test.ts'
import { launch } from '../support/launch.ts'
import { parseLog, secrets } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

describe.each(nodes.filter(({ major }) => major >= 22))('$name', ({ program }) => {
  it.skipIf(!program)('writes a log of JSON only, whatever its threads warn of', async () => {
    const folder = await makeFolder()
    const env = { ...secrets, STORE_URL: `sqlite:${folder.at('store.db')}`, NODE_OPTIONS: '--trace-deprecation' }
    const { kill, signal, listening, ended } = launch('server/main.ts', ['--port', '0'], env, program)
    onTestFinished(() => kill().then(folder.remove))
    const url = await listening()
    const body = { email: 'ada@new.example', password: 'wrong-password' }
    for (let n = 0; n < 10; n++) await transmit(url, 'POST', '/auth/login', {}, body)
    signal('SIGTERM')
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(parseLog(stderr).length).toBeGreaterThan(10)
  })

  it.skipIf(!program)('warns once of SQLite, at most, in an operator command', async () => {
    const folder = await folderOfTest()
    const args = [main, 'add-oauth-user', '--email', 'ada@acme.example', '--store', `sqlite:${folder.at('store.db')}`]
    const { stderr } = await promisify(execFile)(program as string, args)
    expect(stderr.match(/SQLite is/g)?.length ?? 0).toBeLessThan(2)
  })
})
