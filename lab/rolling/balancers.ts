/** The balancers of deploy/, each in front of two servers, without TLS. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilAnswered } from '../until.ts'

export interface Ports {
  /** Of the balancer. */
  front: number
  api: [number, number]
  ops: [number, number]
}

interface Balancer {
  program: 'haproxy' | 'nginx'
  configure(ports: Ports, folder: string): string
  args(file: string): string[]
}

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

function haproxy(mode: 'http' | 'tcp'): Balancer {
  return {
    program: 'haproxy',
    args: (file) => ['-db', '-f', file],
    configure({ front, api, ops }) {
      const text = read('haproxy.cfg')
        .replace(/bind .*/, `bind 127.0.0.1:${front}`)
        .replace('127.0.0.1:3000 port 9090', `127.0.0.1:${api[0]} port ${ops[0]}`)
        .replace('127.0.0.1:3001 port 9091', `127.0.0.1:${api[1]} port ${ops[1]}`)
      if (mode === 'http') return text
      return text.replace('mode http', 'mode tcp').replace(/.*(?:http-re|forwardfor).*\n/g, '')
    },
  }
}

export const balancers: Record<string, Balancer> = {
  haproxy: haproxy('http'),
  'haproxy-tcp': haproxy('tcp'),
  nginx: {
    program: 'nginx',
    args: (file) => ['-c', file],
    configure({ front, api }, folder) {
      const site = read('nginx.conf')
        .replace(/server \{\n\s+listen 80[\s\S]*?\n\}\n/, '')
        .replace(/listen 443.*/, `listen 127.0.0.1:${front};`)
        .replace(/\s+ssl_.*/g, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${api[0]}`)
        .replace('127.0.0.1:3001', `127.0.0.1:${api[1]}`)
      const log = `error_log ${folder}/nginx.log; pid ${folder}/nginx.pid; daemon off; worker_processes 1;`
      return `${log} events {} http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; ${site} }`
    },
  },
}

/** @throws Error that names Debian's package if the program is missing. */
export async function startBalancer(name: string, ports: Ports, folder: string): Promise<() => Promise<void>> {
  const { program, configure, args } = balancers[name] as Balancer
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, configure(ports, folder))
  const child = spawn(program, args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  await once(child, 'spawn').catch(() => {
    throw new Error(`${program} is missing: apt-get install ${program}`)
  })
  const ended = once(child, 'exit')
  await untilAnswered(`http://127.0.0.1:${ports.front}/`, 404, child).catch((error) => {
    throw new Error(`${program}: ${error.message}\n${output}`)
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
