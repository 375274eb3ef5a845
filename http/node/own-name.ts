/** Recognizes names of this machine, against web pages whose own name leads here (DNS rebinding). */
import { isIP } from 'node:net'

/** Whether a Host is an address, a plain name or a name under `localhost`. */
export function isOwnName(host = ''): boolean {
  const url = `http://${host}`
  // The mock runs on versions of Node 20 that have no URL.parse.
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || /^[^.]+$|\.localhost$/.test(hostname)
}
