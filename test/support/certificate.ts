/** A certificate for 127.0.0.1 that no known authority has signed. */
import { generate } from 'selfsigned'

/** @returns PEMs; the certificate is its own authority. */
export async function createCertificate(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'a service' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  return { cert, key }
}
