/** Reads the network address of a request's client, through trusted proxies. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

export interface Client {
  /** An IPv4 or IPv6 address in its shortest form, `unknown` if the proxy's entry is no address, or '' without a peer. */
  address: string
  /** Whether a trusted proxy has named the client. */
  isForwarded: boolean
  /** A warning for the operator about the proxy. */
  warning?: string
}

/** @param peer the other end of the connection, which a closed one does not tell any more. */
export type ReadClient = (request: Pick<IncomingMessage, 'headers' | 'socket'>, peer?: string) => Client

/**
 * @param trusted addresses or CIDR ranges of proxies, whose `X-Forwarded-For` is believed, or the names `loopback`,
 *   `linklocal` and `uniquelocal` of proxy-addr.
 * @throws Error in one line that names an invalid range.
 */
export function createReadClient(trusted: string[]): ReadClient {
  let trust: ReturnType<typeof proxyAddr.compile>
  try {
    trust = proxyAddr.compile(trusted)
  } catch (error) {
    throw new Error(`TRUST_PROXY must be a list of addresses and CIDR ranges: ${(error as Error).message}`)
  }
  return ({ headers, socket }, peer = socket.remoteAddress ?? '') => {
    const entries = readEntries(headers)
    let address = toAddress(peer)
    if (entries && !trust(address, 0)) {
      const warning = `X-Forwarded-For is ignored: log and limits take a proxy for its clients until TRUST_PROXY names it (${address})`
      return { address, isForwarded: false, warning }
    }
    // The last entry is of the proxy that is connected, the one before of the proxy before it.
    for (const [hop, entry] of (entries ?? []).reverse().entries()) {
      if (!trust(address, hop)) break
      address = toAddress(entry)
      if (address) continue
      const warning = `X-Forwarded-For of a trusted proxy is no address, so that its clients share one limit: ${JSON.stringify(entry.slice(0, 100))}`
      return { address: 'unknown', isForwarded: true, warning }
    }
    return { address, isForwarded: entries !== undefined }
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

/** The addresses of `X-Forwarded-For`, or without it those of `Forwarded` (RFC 7239). */
function readEntries({ 'x-forwarded-for': plain, forwarded }: IncomingMessage['headers']): string[] | undefined {
  if (plain !== undefined) return String(plain).split(',')
  // A quoted comma, which only a caller writes, makes entries that are before those of the proxies.
  return forwarded?.split(',').map((element) => /(?:^|;)\s*for\s*=([^;]*)/i.exec(element)?.[1] ?? '')
}

/** Reads an address with or without brackets, port and quotes, in its shortest form; returns '' for another text. */
function toAddress(text: string): string {
  const [, v6, v4] = /^\s*"?(?:\[([^\]]+)\]|([\d.]+))(?::[\w.-]+)?"?\s*$/.exec(text) ?? []
  const address = v6 ?? v4 ?? text.trim()
  const version = isIP(address)
  // An IPv4 address has one form only, but may come as a part of an IPv6 one.
  if (version === 4) return address
  return version === 6 ? ipaddr.process(address).toString() : ''
}
