/** Builds an image of deploy/Dockerfile on a base of Debian's packages and this Node, with storage of its own. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../programs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Occurs in files and variables that must not reach an image. */
export const canary = 'canary-0123456789-of-a-secret'

export interface Image {
  /** Buildah's name of a container of the image. */
  container: string
  /** Megabytes, with the base image. */
  megabytes: number
  baseMegabytes: number
  entrypoint: string[]
  env: Record<string, string>
  user: string
  healthcheck: string[]
  /** The folder of the image's files. */
  files: string
}

export type Buildah = (...args: string[]) => Promise<string>

export function buildahIn(folder: string): Buildah {
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  return (...args) => run('buildah', [...storage, ...args], { env: { TOKEN_SECRET: canary } })
}

/** npm sets it for the scripts that it runs. */
const { npm_execpath: npmProgram = '' } = process.env

/** Makes the base image: a minimal Debian, this Node, and npm. */
export async function buildBase(buildah: Buildah, folder: string): Promise<void> {
  const files = join(folder, 'base')
  const release = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const mirror = await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])
  await run('debootstrap', ['--variant=minbase', release, files, mirror.split('\n', 1)[0] as string])
  cpSync(process.execPath, join(files, 'usr/local/bin/node'))
  cpSync(join(npmProgram, '../..'), join(files, 'usr/local/lib/npm'), { recursive: true })
  symlinkSync('../lib/npm/bin/npm-cli.js', join(files, 'usr/local/bin/npm'))
  const certificates = 'etc/ssl/certs/ca-certificates.crt'
  mkdirSync(join(files, certificates, '..'), { recursive: true })
  cpSync(`/${certificates}`, join(files, certificates))
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, files, '/')
  await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=/${certificates}`, container)
  await buildah('commit', '--quiet', '--rm', container, 'base')
}

/** Copies what is in the repository, and adds secrets and data, as a developer's folder has them. */
async function createContext(folder: string): Promise<string> {
  const context = join(folder, 'context')
  const list = await run('git', ['-C', root, 'ls-files', '-co', '--exclude-standard'])
  for (const file of list.split('\n')) cpSync(join(root, file), join(context, file))
  for (const file of ['.env', 'deploy/.env', 'server/.env.local', 'data/monitoring.json', 'server/node_modules/a.js']) {
    mkdirSync(join(context, file, '..'), { recursive: true })
    writeFileSync(join(context, file), canary)
  }
  return context
}

/** @param target of the Dockerfile. */
export async function buildImage(buildah: Buildah, folder: string, target: string): Promise<Image> {
  const context = await createContext(folder)
  const how = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base']
  const file = join(context, 'deploy/Dockerfile')
  await buildah('build', ...how, '--target', target, '--file', file, '--tag', target, context)
  const container = await buildah('from', `localhost/${target}`)
  const { Docker } = JSON.parse(await buildah('inspect', container))
  const { Entrypoint, Env, User, Healthcheck } = Docker.config
  const sizeOf = async (name: string) => {
    const [{ size }] = JSON.parse(await buildah('images', '--json', name))
    return Number.parseFloat(size)
  }
  return {
    container,
    megabytes: await sizeOf(`localhost/${target}`),
    baseMegabytes: await sizeOf('localhost/base'),
    entrypoint: Entrypoint,
    env: Object.fromEntries(Env.map((line: string) => line.split(/=(.*)/s))),
    user: User,
    healthcheck: Healthcheck?.Test?.slice(1) ?? [],
    files: await buildah('mount', container),
  }
}
