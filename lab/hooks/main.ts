/** `npm run hooks`: runs the kit with each hook of examples/hooks, and as tests of pytest, against the reference server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@monitoring-service/http/node'
import { startReference } from '../../test/conformance/reference-server.ts'
import { freePort } from '../../test/support/ports.ts'
import { readOptions } from '../options.ts'
import { has } from '../programs.ts'
import { untilAnswered } from '../until.ts'
import { startSeed } from './seed.ts'

const help = `Runs the kit with each hook of examples/hooks whose language is on this machine, and as tests of pytest, against the reference
server.

  npm run hooks

  --help  print this text
`
const root = fileURLToPath(new URL('../../', import.meta.url))
const kit = [process.execPath, `${root}conformance/cli/main.ts`] as const

/** The command of each hook, and an argument by which its language shows that it is there. */
const languages: Record<string, { probe: string; command(port: number): string[] }> = {
  Python: { probe: 'python3 --version', command: (port) => ['python3', 'hook.py', `${port}`] },
  Go: { probe: 'go version', command: (port) => ['go', 'run', 'hook.go', `${port}`] },
  Java: { probe: 'java -version', command: (port) => ['java', 'Hook.java', `${port}`] },
  PHP: { probe: 'php --version', command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'hook.php'] },
}

await runCommand(async () => {
  readOptions(help, {})
  const reference = await startReference()
  const seed = await startSeed(reference.hookUrl)
  const flags = ['--admin-key', reference.adminKey, '--timeout', '60']
  for (const [language, { probe, command }] of Object.entries(languages)) {
    if (!has(probe)) {
      console.log(`${language}: not on this machine`)
      continue
    }
    const port = await freePort()
    const env = { ...process.env, SEED_URL: seed.url, PHP_CLI_SERVER_WORKERS: '4' }
    const [program = '', ...args] = command(port)
    // A group of its own, because `go run` starts another process.
    const hook = spawn(program, args, { cwd: `${root}examples/hooks`, env, stdio: 'ignore', detached: true })
    const url = `http://127.0.0.1:${port}`
    await untilAnswered(url, 404, hook, { method: 'POST', body: '{"kind":"none","fields":{}}' })
    await report(language, [...kit, reference.url, '--hook', url, ...flags, '--explore', '2'])
    process.kill(-(hook.pid as number), 'SIGKILL')
  }
  if (has('pytest --version')) {
    const ARGS = ['--hook', reference.hookUrl, ...flags, '--only', 'INC,LOGIN'].join(' ')
    const env = { ...process.env, BASE_URL: reference.url, KIT: kit.join(' '), ARGS }
    await report('pytest', ['pytest', '-q', '-p', 'no:cacheprovider', `${root}examples/pytest`], env)
  } else console.log('pytest: not on this machine')
  await seed.close()
  await reference.close()
})

/** Runs a program, and prints its last line and its exit code, which has to be 0. */
async function report(title: string, [program = '', ...args]: readonly string[], env = process.env): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  const [code] = await once(child, 'close')
  console.log(`${title}: exit code ${code}: ${out.trim().split('\n').at(-1)}`)
  if (code === 0) return
  console.log(out)
  process.exitCode = 1
}
