/** Targets and hooks behind TLS and proxies, and responses of another protocol. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createCertificate } from '../support/certificate.ts'
import { commandAt } from '../support/process.ts'
import { createHarness, runKit } from './kit-harness.ts'

const kit = createHarness()
const { run: runProcess } = commandAt('conformance/cli/main.ts')

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Serves another server's port with TLS. */
async function withTls(url: string, options: TlsOptions): Promise<string> {
  const server = createTlsServer(options, (socket) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
    upstream.pipe(socket).pipe(upstream)
  })
  return `https://127.0.0.1:${await listen(server)}`
}

describe('a target and a hook with a certificate that no known authority has signed', () => {
  let authority: string
  let certificate: Awaited<ReturnType<typeof createCertificate>>
  beforeAll(async () => {
    certificate = await createCertificate()
    authority = join(kit.folder, 'authority.pem')
    await writeFile(authority, certificate.cert)
  })

  test('are refused in one line', async () => {
    const { code, err } = await runKit(await withTls(kit.reference.url, certificate))
    expect({ code, err }).toEqual({ code: 4, err: expect.stringMatching(/^[^\n]*self-signed certificate[^\n]*\n$/) })
    const hook = await runKit(
      kit.reference.url,
      '--hook',
      await withTls(kit.reference.hookUrl, certificate),
      '--only',
      'INC-01',
    )
    expect(hook).toMatchObject({ code: 4, err: expect.stringMatching(/^[^\n]*self-signed certificate[^\n]*\n$/) })
  })

  test.each([[[]], [['--keep-alive']]])('are checked with NODE_EXTRA_CA_CERTS, with the flags %j', async (flags) => {
    const serve = (url: string) => withTls(url, certificate)
    const [url, hook] = [await serve(kit.reference.url), await serve(kit.reference.hookUrl)]
    const args = [url, '--hook', hook, '--only', 'INC-01,LOGIN-01,INC-20', ...flags]
    const { code, stdout } = await runProcess(args, { NODE_EXTRA_CA_CERTS: authority })
    expect(stdout).toContain('conformant as far as 3 of')
    expect(code).toBe(0)
  })
})

test('a target that asks for a client certificate gets that of --cert and --key, and messages name the flags', async () => {
  const [own, other] = await Promise.all([createCertificate(), createCertificate()])
  const write = async (name: string, text: string) => {
    const file = join(kit.folder, name)
    await writeFile(file, text)
    return file
  }
  const [cert, key] = [await write('cert.pem', own.cert), await write('key.pem', own.key)]
  const otherKey = await write('other-key.pem', other.key)
  const url = await withTls(kit.reference.url, { ...own, ca: own.cert, requestCert: true, rejectUnauthorized: true })
  const run = (...flags: string[]) => runProcess([url, '--only', 'LOGIN-01', ...flags], { NODE_EXTRA_CA_CERTS: cert })
  expect(await run('--cert', cert, '--key', key)).toMatchObject({ code: 0 })
  expect(await run()).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/it asks for a client certificate: --cert FILE/),
  })
  const mixed = await run('--cert', cert, '--key', otherKey)
  expect(mixed).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--cert and --key name no certificate with its key/),
  })
  expect(await run('--key', key)).toMatchObject({ code: 2, stderr: '--key needs --cert\n' })
})

test('a proxy of the environment gets the requests where Node is asked to use it', async () => {
  // The reference server accepts the requests that a proxy gets.
  const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: kit.reference.url }
  for (const flags of [[], ['--keep-alive']]) {
    const { code, stdout } = await runProcess(['http://target.invalid', '--only', 'LOGIN-01', ...flags], variables)
    expect(stdout).toContain('http://target.invalid is conformant as far as 1 of')
    expect(code).toBe(0)
  }
})

test('a response that changes the protocol is reported', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
  })
  const { code, err } = await runKit(`http://127.0.0.1:${await listen(server)}`)
  expect({ code, err }).toEqual({
    code: 4,
    err: expect.stringMatching(/it answered 101, which no request asked for\n$/),
  })
})
