/** Reads the network address of a request's client, through trusted proxies. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

/**
 * Returns an IPv4 or IPv6 address in its shortest form.
 * @param peer the other end of the connection, which a closed one does not tell any more.
 */
export type ReadClientAddress = (request: IncomingMessage, peer?: string) => string

/**
 * @param trusted addresses or CIDR ranges of proxies, whose `X-Forwarded-For` is believed, or the names `loopback`,
 *   `linklocal` and `uniquelocal` of proxy-addr.
 * @throws Error in one line that names an invalid range.
 */
export function createClientAddress(trusted: string[]): ReadClientAddress {
  let trust: ReturnType<typeof proxyAddr.compile>
  try {
    trust = proxyAddr.compile(trusted)
  } catch (error) {
    throw new Error(`TRUST_PROXY must be a list of addresses and CIDR ranges: ${(error as Error).message}`)
  }
  return ({ headers, socket }, peer = socket.remoteAddress ?? '') => {
    const address = peer && proxyAddr({ headers, socket: { remoteAddress: peer } } as IncomingMessage, trust)
    // A proxy that adds no address of its own passes on a text of the caller.
    return shorten(isIP(address) ? address : peer)
  }
}

/** Returns the network that a limit counts: an IPv4 address, or the 64 bits of an IPv6 one that a client can vary within. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** An IPv4 address has one form only, but may come as a part of an IPv6 one. */
function shorten(address: string): string {
  const version = isIP(address)
  if (version === 4) return address
  return version === 6 ? ipaddr.process(address).toString() : ''
}
