/** The unit and the proxies of deploy/, checked by the programs they are for, each where it is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/ports.ts'
import { run } from '../programs.ts'

const deploy = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
const read = (name: string) => readFileSync(deploy(name), 'utf8')

/**
 * Sends a log-in, one with a forged address, and a request for the readiness that must not be forwarded, through a proxy.
 * @param base the path below which the proxy has the server.
 */
async function useProxy(program: string, args: string[], port: number, { login, addresses }: Server, base = '') {
  const proxy = spawn(program, args, { stdio: 'ignore' })
  const ended = once(proxy, 'exit')
  try {
    const curl = (path: string, ...more: string[]) => {
      const address = [
        '--resolve',
        `monitoring.example:${port}:127.0.0.1`,
        `https://monitoring.example:${port}${base}${path}`,
      ]
      return run('curl', ['-skw', '\n%{http_code}', '-H', 'Content-Type: application/json', ...more, ...address])
    }
    let response = ''
    for (const until = Date.now() + 10_000; Date.now() < until && !response; await setTimeout(50)) {
      response = await curl('/auth/login', '-d', login).catch(() => '')
    }
    if (!/"accessToken"[\s\S]*\n200$/.test(response)) throw new Error(`the log-in was answered ${response}`)
    await curl('/auth/login', '-d', login, '--interface', '127.0.0.5', '-H', 'X-Forwarded-For: 203.0.113.1')
    const address = addresses().at(-1)
    if (address !== '127.0.0.5') throw new Error(`the log has the address ${address} of a caller from 127.0.0.5`)
    const readiness = await curl('/readyz')
    if (!readiness.endsWith('\n404')) throw new Error(`/readyz was answered ${readiness}`)
  } finally {
    proxy.kill('SIGTERM')
    await ended
  }
}

/** Returns the files of a new key and its certificate. */
async function makeCertificate(folder: string): Promise<[key: string, certificate: string]> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', '/CN=monitoring.example', '-days', '1']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...names])
  return [key, certificate]
}

/** A running server that trusts the proxy. */
export interface Server {
  url: string
  /** The body of a log-in. */
  login: string
  /** Those of its log. */
  addresses(): string[]
}

export interface Configuration {
  program: string
  title: string
  check(folder: string, server: Server): Promise<unknown>
}

export const configurations: Configuration[] = [
  {
    program: 'systemd-analyze',
    title: 'accepts monitoring-server@.service, with an exposure of 2.0 at most',
    async check(folder) {
      const unit = join(folder, 'monitoring-server@.service')
      writeFileSync(unit, read('monitoring-server@.service').replace('/usr/bin/node', process.execPath))
      const complaints = await run('sh', ['-c', `systemd-analyze verify ${unit} 2>&1`])
      if (complaints) throw new Error(complaints)
      await run('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit])
    },
  },
  {
    program: 'nginx',
    title: 'accepts nginx.conf and forwards by it',
    async check(folder, server) {
      const [port, plain] = [await freePort(), await freePort()]
      const [key, certificate] = await makeCertificate(folder)
      const site = read('nginx.conf')
        .replace('/etc/ssl/monitoring/fullchain.pem', certificate)
        .replace('/etc/ssl/monitoring/privkey.pem', key)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('listen 80', `listen 127.0.0.1:${plain}`)
        .replace('127.0.0.1:3000', new URL(server.url).host)
      const file = join(folder, 'nginx.conf')
      const log = `error_log ${folder}/nginx.log; pid ${folder}/nginx.pid; daemon off;`
      const [, below = ''] = /(location \/monitoring.*)/.exec(site) ?? []
      for (const [text, base] of [
        [site, ''],
        [site.replace(/location \/ \{[^}]*\}/, below), '/monitoring'],
      ]) {
        writeFileSync(file, `${log} events {} http { access_log off; ${text} }`)
        await run('nginx', ['-t', '-c', file])
        await useProxy('nginx', ['-c', file], port, server, base)
      }
    },
  },
  {
    program: 'haproxy',
    title: 'accepts haproxy.cfg',
    async check(folder) {
      const [key, certificate] = await makeCertificate(folder)
      const both = join(folder, 'haproxy.pem')
      writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, read('haproxy.cfg').replace('/etc/ssl/monitoring/haproxy.pem', both))
      await run('haproxy', ['-c', '-f', file])
    },
  },
  {
    program: 'promtool',
    title: 'accepts prometheus.yml and alerts.yml',
    check: () => run('promtool', ['check', 'config', deploy('prometheus.yml')]),
  },
  {
    program: 'caddy',
    title: 'accepts Caddyfile and forwards by it',
    async check(folder, server) {
      await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', deploy('Caddyfile')])
      const [port, plain] = [await freePort(), await freePort()]
      const storage = join(folder, 'caddy')
      mkdirSync(storage)
      const options = `admin off\nskip_install_trust\nhttps_port ${port}\nhttp_port ${plain}\nstorage file_system ${storage}`
      const site = read('Caddyfile').replace('127.0.0.1:3000', new URL(server.url).host)
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, `{\n${options}\nlocal_certs\n}\n${site}`)
      await useProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', file], port, server)
    },
  },
  {
    program: 'docker compose',
    title: 'accepts compose.yaml',
    check: () => {
      const names = ['TOKEN_SECRET', 'ADMIN_API_KEY', 'POSTGRES_PASSWORD', 'UPGRADE_URL']
      const env = Object.fromEntries(names.map((name) => [name, 'https://value.example']))
      return run('docker', ['compose', '--file', deploy('compose.yaml'), 'config'], { env })
    },
  },
]
