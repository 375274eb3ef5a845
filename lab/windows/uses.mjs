/** Uses the packed mock, SDK and kit on Windows: the program runs in a project that has them installed. */
import { deepStrictEqual, match, strictEqual } from 'node:assert'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createMock } from '@monitoring-service/mock'
import * as imported from '@monitoring-service/sdk'

const owner = { email: 'owner@acme.example', password: 'correct-horse-battery' }
const required = createRequire(import.meta.url)('@monitoring-service/sdk')

/** Starts a command of a package, as the scripts do that npm writes for it. */
function start(name, args) {
  const folder = new URL(`node_modules/@monitoring-service/${name}/`, import.meta.url)
  const [path] = Object.values(JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).bin)
  const child = spawn(process.execPath, [`node_modules/@monitoring-service/${name}/${path}`, ...args])
  const result = { output: '', child }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      result.output += text
    })
  }
  return result
}

const run = async (name, ...args) => {
  const started = start(name, args)
  const code = await new Promise((resolve) => started.child.on('close', resolve))
  return { code, output: started.output }
}

const uses = {
  async 'createMock, and the SDK by import and require'() {
    const mock = await createMock()
    for (const { ApiError, createMonitoring } of [imported, required]) {
      const { auth } = createMonitoring({ baseUrl: mock.url })
      strictEqual((await auth.login(owner)).user.role, 'owner')
      await mock.next('login', 'tooManyAttempts')
      const { status, error } = await auth.login(owner).result()
      deepStrictEqual([status, error instanceof ApiError], [429, true])
    }
    await mock.close()
  },
  async "the mock's command, with values by Prism's engine"() {
    const started = start('mock', ['--port', '0'])
    while (!/listening on \S+\r?\n/.test(started.output))
      await new Promise((done) => started.child.stdout.once('data', done))
    const [, url] = /listening on (\S+)/.exec(started.output)
    const headers = { 'Content-Type': 'application/json', Prefer: 'dynamic=true' }
    const response = await fetch(`${url}/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) })
    strictEqual(response.status, 200, await response.text())
    started.child.kill()
  },
  async 'the kit judges a mock, and writes reports'() {
    const mock = await createMock({ stateful: true })
    const flags = ['--only', 'login', '--no-explore', '--allow-unverified', '--stateless', '--report', 'report']
    const { code, output } = await run('conformance', mock.url, ...flags)
    await mock.close()
    match(output, /pass/)
    strictEqual(code, 0, output)
    match(readFileSync('report/report.html', 'utf8'), /<html/)
  },
}

for (const [title, use] of Object.entries(uses)) {
  const error = await use().then(
    () => undefined,
    (thrown) => thrown,
  )
  console.log(`${error ? 'failed' : 'ok'}  ${process.platform}, Node ${process.versions.node}: ${title}`)
  if (error) {
    console.log(error)
    process.exitCode = 1
  }
}
process.exit()
