/** `npm run hooks`: runs the kit with each hook of examples/hooks, and as tests of pytest, against the reference server. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@monitoring-service/http/node'
import { startReference } from '../../test/conformance/reference-server.ts'
import { freePort } from '../../test/support/ports.ts'
import { readOptions } from '../options.ts'
import { has, MissingError, run } from '../programs.ts'
import { createResults } from '../results.ts'
import { untilAnswered } from '../until.ts'
import { startSeed } from './seed.ts'

const help = `Runs the kit with each hook of examples/hooks whose language is on this machine, and as tests of pytest, against the reference
server.

  npm run hooks

  --help  print this text
`
const root = fileURLToPath(new URL('../../', import.meta.url))
const kit = `${root}conformance/cli/main.ts`

/** The command of each hook, and an argument by which its language shows that it is there. */
const languages: Record<string, { probe: string; command(port: number): string[] }> = {
  Python: { probe: 'python3 --version', command: (port) => ['python3', 'hook.py', `${port}`] },
  Go: { probe: 'go version', command: (port) => ['go', 'run', 'hook.go', `${port}`] },
  Java: { probe: 'java -version', command: (port) => ['java', 'Hook.java', `${port}`] },
  PHP: { probe: 'php --version', command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'hook.php'] },
}

await runCommand(async () => {
  readOptions(help, {})
  const { record, summarize } = createResults()
  const reference = await startReference()
  const seed = await startSeed(reference.hookUrl)
  const flags = ['--admin-key', reference.adminKey, '--timeout', '60']
  for (const [language, { probe, command }] of Object.entries(languages)) {
    await record(`the kit with the hook in ${language}`, async () => {
      if (!has(probe)) throw new MissingError('not on this machine')
      const port = await freePort()
      const env = { ...process.env, SEED_URL: seed.url, PHP_CLI_SERVER_WORKERS: '4' }
      const [program = '', ...args] = command(port)
      // A group of its own, because `go run` starts another process.
      const hook = spawn(program, args, { cwd: `${root}examples/hooks`, env, stdio: 'ignore', detached: true })
      const url = `http://127.0.0.1:${port}`
      try {
        await untilAnswered(url, 404, hook, { method: 'POST', body: '{"kind":"none","fields":{}}' })
        await run(process.execPath, [kit, reference.url, '--hook', url, ...flags, '--explore', '2'])
      } finally {
        // To kill a group that has ended would throw ESRCH, and hide why the hook ended.
        if (hook.exitCode === null && hook.signalCode === null && hook.pid) process.kill(-hook.pid, 'SIGKILL')
      }
    })
  }
  await record('the kit as tests of pytest', async () => {
    if (!has('pytest --version')) throw new MissingError('not on this machine')
    const ARGS = ['--hook', reference.hookUrl, ...flags, '--only', 'INC,LOGIN'].join(' ')
    const env = { BASE_URL: reference.url, KIT: `${process.execPath} ${kit}`, ARGS }
    await run('pytest', ['-q', '-p', 'no:cacheprovider', `${root}examples/pytest`], { env })
  })
  await seed.close()
  await reference.close()
  summarize()
})
