/** A certificate for 127.0.0.1 that no known authority has signed. */
import { generate } from 'selfsigned'

/** @returns PEMs; the certificate is its own authority, and has signed that of a client. */
export async function createCertificate() {
  const pems = await generate([{ name: 'commonName', value: 'a service' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    clientCertificate: true,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  return { cert: pems.cert, key: pems.private, client: { cert: `${pems.clientcert}`, key: `${pems.clientprivate}` } }
}
