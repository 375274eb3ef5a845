/** The store on PostgreSQL: connections that are encrypted, that should be, and that are sockets of this machine. */
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { readPostgresUrl } from '../../../server/store/sql/postgres-url.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { createCertificate } from '../../support/certificate.ts'
import { type Folder, makeFolder } from '../../support/folder.ts'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'
import { run } from '../../support/process.ts'

const nobody = 65534

describe('A PostgreSQL server with TLS and a socket', () => {
  let folder: Folder
  let cluster: Cluster
  /** With another host in place of 127.0.0.1, and parameters. */
  const urlOf = (parameters = '', host = '127.0.0.1') =>
    `${cluster.url.replace('127.0.0.1', host)}${parameters && `?${parameters}`}`

  beforeAll(async () => {
    folder = await makeFolder(tmpdir())
    const { cert, key } = await createCertificate()
    const [certFile, keyFile, sockets] = [folder.at('cert.pem'), folder.at('key.pem'), folder.at('sockets')]
    await mkdir(sockets)
    await writeFile(certFile, cert)
    await writeFile(keyFile, key, { mode: 0o600 })
    if (process.getuid?.() === 0)
      for (const path of [folder.path, certFile, keyFile, sockets]) await chown(path, nobody, nobody)
    await chmod(folder.path, 0o755)
    const settings = { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile, unix_socket_directories: sockets }
    cluster = await startCluster({
      flags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    })
    await openStore(urlOf()).then((store) => store.close())
  })
  afterAll(async () => {
    await cluster.remove()
    await folder.remove()
  })

  /** Opens and closes a store; returns what it warned of, and whether its connections were encrypted. */
  async function connect(url: string) {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const store = await openStore(url)
    const text =
      'select bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = $1'
    const [row] = await cluster.query(text, ['monitoring-service'])
    await store.close()
    // Warnings are emitted in the next turn.
    await new Promise(setImmediate)
    return { warnings, isEncrypted: row?.ssl }
  }

  it('is used without TLS on this machine, and on another one with a warning that names the host', async () => {
    expect(await connect(urlOf())).toEqual({ warnings: [], isEncrypted: false })
    // Linux takes this address for the machine itself, the store for another one.
    expect(await connect(urlOf('', '0.0.0.0'))).toEqual({
      warnings: ["the connection to 0.0.0.0 is not encrypted; add sslmode=verify-full to the store's address"],
      isEncrypted: false,
    })
  })

  it.each([
    'sslmode=verify-full',
    'sslmode=require',
    'sslmode=verify-ca',
    'ssl=true',
    'application_name=monitoring-service',
  ])('is verified by the CA of sslrootcert with %s, without a warning', async (mode) => {
    expect(await connect(urlOf(`${mode}&sslrootcert=${folder.at('cert.pem')}`))).toEqual({
      warnings: [],
      isEncrypted: true,
    })
  })

  it.each(['sslmode=verify-full', 'sslmode=require', 'sslmode=prefer', 'ssl=true', 'sslrootcert=system'])(
    'is refused with %s where no authority that Node knows has signed its certificate',
    async (parameters) => {
      expect((await rejectionOf(openStore(urlOf(parameters)))).message).toMatch(
        /^the database cannot be used: self-signed certificate[^\n]*; see sslmode and sslrootcert [^\n]*$/,
      )
    },
  )

  it('is verified by the CAs of Node with sslrootcert=system', async () => {
    const env = { STORE_URL: urlOf('sslrootcert=system'), NODE_EXTRA_CA_CERTS: folder.at('cert.pem') }
    expect(await run(['counts', '--json'], env)).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([
    ['in the place of the host', (socket: string) => `postgres://postgres:postgres@/postgres?host=${socket}&port=PORT`],
    [
      'with all in parameters',
      (socket: string) => `postgres:///postgres?host=${socket}&user=postgres&password=postgres&port=PORT`,
    ],
    ['percent-encoded', (socket: string) => `postgres://postgres:postgres@${encodeURIComponent(socket)}:PORT/postgres`],
  ])('is reached by its socket %s, without a warning', async (_, toUrl) => {
    const url = toUrl(folder.at('sockets')).replace('PORT', String(cluster.port))
    expect(await connect(url)).toEqual({ warnings: [], isEncrypted: false })
  })
})

it.each([
  ['postgres://u@db.example/d', ['db.example']],
  ['postgres://u@10.0.0.5/d', ['10.0.0.5']],
  ['postgres://u@[2001:db8::1]/d', ['[2001:db8::1]']],
  ['postgres://u@a,127.0.0.1,b/d', ['a', 'b']],
  ['postgres://u@/d?host=db.example', ['db.example']],
  ['postgres://u@db.example/d?sslmode=disable', ['db.example']],
  ['postgres://u@db.example/d?ssl=0', ['db.example']],
  ['postgres://u@db.example/d?sslmode=no-verify', []],
  ['postgres://u@db.example/d?sslcert=a&sslkey=b', []],
  ['postgres://u@127.0.0.2/d', []],
  ['postgres://u@[::1]/d', []],
  ['postgres:///d', []],
])('The hosts to warn of in %s are %j', (url, hosts) => {
  expect(readPostgresUrl(url).plainHosts).toEqual(hosts)
})
