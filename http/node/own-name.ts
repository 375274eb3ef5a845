/** Recognizes names of this machine, against web pages whose own name leads here (DNS rebinding). */
import { isIP } from 'node:net'

/** Whether a Host is an address, a plain name or a name under `localhost`. */
export function isOwnName(host = ''): boolean {
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '.' }
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || /^[^.]+$|\.localhost$/.test(hostname)
}
