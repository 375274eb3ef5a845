/** `npm run check:image`: builds the images of server and kit, uses them as containers, and checks the unit and the proxies of deploy/. */
import { randomBytes } from 'node:crypto'
import { chownSync, globSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { demo } from '@monitoring-service/contract'
import { runCommand } from '@monitoring-service/http/node'
import { startServer } from '@monitoring-service/server'
import root from '../../package.json' with { type: 'json' }
import { createReadClient } from '../../server/auth/client-address.ts'
import { freePort } from '../../test/support/ports.ts'
import { demoSettings } from '../../test/support/settings.ts'
import { inFolder } from '../folder.ts'
import { readOptions } from '../options.ts'
import { has, MissingError, run } from '../programs.ts'
import { createResults } from '../results.ts'
import { buildahIn, buildBase, buildImage, canary, type Image } from './build.ts'
import { configurations } from './configurations.ts'
import { startContainer } from './container.ts'

const help = `Builds the images of the server and the kit with buildah, starts them, and checks the unit and the proxies of deploy/.

  npm run check:image -- [--configurations]

  --configurations   check the unit and the proxies only
  --help             print this text

  Building needs root and the Debian packages buildah and debootstrap; the base image is made of Debian's packages.
`

/** The largest that the server may add to its base image, in MB. */
const limit = 45
const account = JSON.stringify({ email: 'ada@new.example', password: 'an-uncommon-password' })
const secrets = { TOKEN_SECRET: randomBytes(32).toString('hex'), ADMIN_API_KEY: randomBytes(32).toString('hex') }

const { record, summarize } = createResults()

function expect(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

async function send(url: string, path: string): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: account,
  })
  await response.text()
  return response.status
}

/** Checks the size of an image, and that neither development packages nor secrets are in it. */
async function checkFiles(image: Image, storage: string): Promise<void> {
  const { files, env, megabytes, baseMegabytes } = image
  const added = megabytes - baseMegabytes
  console.log(`  ${megabytes} MB, of which the base has ${baseMegabytes} MB and the server ${added.toFixed(0)} MB`)
  expect(added <= limit, `the server adds ${added.toFixed(0)} MB, more than ${limit}`)
  const installed = globSync('{*,@*/*}', { cwd: join(files, 'app/node_modules') })
  const development = Object.keys(root.devDependencies).filter(
    // Some dependencies install types.
    (name) => !name.startsWith('@types/') && installed.includes(name),
  )
  expect(development.length === 0, `development packages: ${development.join(', ')}`)
  expect(!Object.keys(env).some((name) => name in secrets), 'the image has secrets in its environment')
  const found = await run('sh', ['-c', 'grep -rlsF --devices=skip "$0" "$1" || true', canary, storage])
  expect(found === '', `secrets reached the image: ${found}`)
}

async function useImage(image: Image, folder: string): Promise<void> {
  const data = join(folder, 'data')
  const owner = statSync(join(image.files, 'data'))
  expect(`${owner.uid}:${owner.gid}` === image.user, '/data does not belong to the user')
  mkdirSync(data)
  chownSync(data, owner.uid, owner.gid)
  const [port, opsPort] = [String(await freePort()), String(await freePort())]
  const env = { ...secrets, UPGRADE_URL: demo.upgradeUrl, PORT: port, OPS_PORT: opsPort }
  for (const [path, status] of [
    ['/auth/signup', 201],
    ['/auth/login', 200],
  ] as const) {
    const container = await startContainer(image, env, data)
    try {
      expect((await send(container.url, path)) === status, `${path} was not answered ${status}`)
      expect(/^NSpid:\s.*\b1$/m.test(container.status()), 'the server is not process 1')
      expect(/^Uid:\t1000\t/m.test(container.status()), 'the server runs as another user')
      expect(/^CapEff:\t0+$/m.test(container.status()), 'the server has capabilities')
      await container.execute(image.healthcheck)
      const wrong = image.healthcheck.map((word) => word.replace('process.env.OPS_PORT', '1'))
      expect(
        (await container.execute(wrong).catch(() => 'unhealthy')) === 'unhealthy',
        'the health check always passes',
      )
      const written = container.execute(['touch', '/app/file'], '0:0').then(() => 'root can write', String)
      expect((await written).includes('Read-only file system'), 'the root file system is writable')
    } finally {
      const { code, milliseconds } = await container.stop()
      console.log(`  SIGTERM ended process 1 with ${code} after ${milliseconds} ms`)
      expect(code === 0 && milliseconds < 5_000, 'SIGTERM does not end it in time')
    }
  }
}

async function checkImage(folder: string): Promise<void> {
  const buildah = buildahIn(folder)
  try {
    const image = await record('the image is built, on a base made by debootstrap', async () => {
      await buildBase(buildah, folder)
      return buildImage(buildah, folder, 'server')
    })
    if (!image) return
    await record('the image has no development packages and no secrets', () =>
      checkFiles(image, join(folder, 'storage')),
    )
    const start = ({ container, entrypoint }: Image, ...args: string[]) =>
      buildah('run', '--isolation', 'chroot', container, '--', ...entrypoint, ...args)
    await record('buildah runs its command', async () => {
      const version = await start(image, '--version')
      expect(version === root.version, `--version prints ${version}`)
    })
    await record('the image of the kit is built, and tests a server', async () => {
      const kit = await buildImage(buildah, folder, 'conformance')
      const server = await startServer(demoSettings)
      const printed = await start(kit, server.url, '--only', 'LOGIN-03').finally(() => server.close(0))
      expect(/ is conformant as far as 1 of /.test(printed), printed)
    })
    await record('the server runs as a container: read-only, not as root', () => useImage(image, folder))
  } finally {
    await buildah('rm', '--all')
    await buildah('rmi', '--all', '--force')
  }
}

async function checkConfigurations(folder: string): Promise<void> {
  // With the published ones, it refuses the proxies' Host.
  const own = { tokenSecret: secrets.TOKEN_SECRET, adminApiKey: secrets.ADMIN_API_KEY }
  const addresses: string[] = []
  const log = { write: (line: string) => void addresses.push(JSON.parse(line).address) }
  const readClient = createReadClient(['127.0.0.1'])
  const server = await startServer({ ...demoSettings, ...own, readClient, logLevel: 'info' }, log)
  const login = JSON.stringify({ email: 'owner@acme.example', password: demo.password })
  const target = { url: server.url, login, addresses: () => addresses }
  for (const { program, title, check } of configurations) {
    await record(`${program} ${title}`, async () => {
      if (!has(program)) throw new MissingError(`${program} is not installed`)
      await check(folder, target)
    })
  }
  await server.close(0)
}

await runCommand(async () => {
  const { values } = readOptions(help, { configurations: { type: 'boolean' } })
  const missing = ['buildah', 'debootstrap'].filter((program) => !values.configurations && !has(program))
  if (missing.length > 0) throw new Error(`missing: ${missing.join(' and ')}; apt-get install ${missing.join(' ')}`)
  if (!values.configurations && process.getuid?.() !== 0) throw new Error('building the image needs root')
  // Ctrl-C ends the programs that run; then the folder is removed.
  process.on('SIGINT', () => {})
  await inFolder(async (folder) => {
    if (!values.configurations) await checkImage(folder)
    await checkConfigurations(folder)
  })
  summarize()
})
