/** A packet filter of Linux between programs of this process and PostgreSQL, in a network that no other program uses. */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const inside = 'OWN_NETWORK'
/** The state of an open connection in Linux's table. */
const established = '01'

/**
 * Runs this program again in a network of its own; returns true in that run, and false when it has ended.
 * @throws Error in one line where that is not possible: it needs root, and unshare, ip and nft.
 */
export function enterOwnNetwork(): boolean {
  if (process.env[inside]) {
    run('ip', ['link', 'set', 'lo', 'up'])
    return true
  }
  run('nft', ['--version'])
  const env = { ...process.env, [inside]: 'yes' }
  const { status, error } = spawnSync('unshare', ['--net', process.execPath, ...process.argv.slice(1)], {
    env,
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
  return false
}

/** Drops all packets of the connections to a port that are open now, so that neither end hears of it. */
export async function forgetConnections(port: number): Promise<void> {
  const table = await readFile('/proc/net/tcp', 'utf8')
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
  const connections = table.split('\n').map((line) => {
    const [, local, remote, state] = line.trim().split(/\s+/)
    return { local: portOf(local), remote: portOf(remote), isOpen: state === established }
  })
  const open = connections.filter(({ remote, isOpen }) => isOpen && remote === port)
  const ports = `{ ${open.map(({ local }) => local).join(', ')} }`
  const rules = [
    'add table inet firewall',
    'add chain inet firewall input { type filter hook input priority 0 ; }',
    `add rule inet firewall input tcp sport ${ports} tcp dport ${port} drop`,
    `add rule inet firewall input tcp sport ${port} tcp dport ${ports} drop`,
  ]
  run('nft', ['-f', '-'], `${rules.join('\n')}\n`)
}

function run(program: string, args: string[], input = ''): void {
  const { error, status, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.split('\n', 1)[0]}`)
}
