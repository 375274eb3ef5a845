/** Starts an image's command as process 1 of a container: not as root, without capabilities, on a read-only root. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { run } from '../programs.ts'
import type { Image } from './build.ts'

export interface Container {
  url: string
  /** Runs a program in the container, by default as its user. */
  execute(command: string[], user?: string): Promise<string>
  /** The facts of the kernel about process 1. */
  status(): string
  /** Sends SIGTERM to process 1; returns exit code and milliseconds. */
  stop(): Promise<{ code: number | null; milliseconds: number }>
}

const setUp = `
  mount --bind "$FILES" "$FILES"
  mount --rbind /dev "$FILES/dev"
  mount -t proc proc "$FILES/proc"
  test -z "$DATA" || mount --bind "$DATA" "$FILES/data"
  mount -o remount,bind,ro "$FILES"
  drop="--reuid=$CONTAINER_UID --regid=$CONTAINER_GID --clear-groups --bounding-set=-all --no-new-privs"
  exec chroot "$FILES" setpriv $drop env -i -C /app "$@"`

/** @param data a folder of the machine in place of /data. */
export async function startContainer(image: Image, env: Record<string, string>, data = ''): Promise<Container> {
  const { files, user } = image
  const [CONTAINER_UID, CONTAINER_GID] = user.split(':')
  const variables = Object.entries({ ...image.env, ...env }).map(([name, value]) => `${name}=${value}`)
  const command = ['sh', '-euc', setUp, 'sh', ...variables, ...image.entrypoint]
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', ...command], {
    env: { PATH: process.env.PATH, FILES: files, DATA: data, CONTAINER_UID, CONTAINER_GID },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = text(child.stderr)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let output = ''
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      const [, found] = /listening on http:\S+:(\d+)\n/.exec(output) ?? []
      if (found) resolve(found)
    })
    ended.then(async (code) => reject(new Error(`it exited with ${code}: ${output}${await errors}`)))
  })
  const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  return {
    url: `http://127.0.0.1:${port}`,
    execute(program, as = user) {
      const [uid = '', gid = ''] = as.split(':')
      const inside = ['--target', first, '--mount', '--pid', '--root', '--setuid', uid, '--setgid', gid]
      return run('nsenter', [...inside, 'env', '-i', ...variables, ...program])
    },
    status: () => readFileSync(`/proc/${first}/status`, 'utf8'),
    async stop() {
      const began = performance.now()
      process.kill(Number(first), 'SIGTERM')
      return { code: await ended, milliseconds: Math.round(performance.now() - began) }
    },
  }
}
