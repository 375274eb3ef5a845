/** The rules of HTTP for a request's head that Node's parser leaves to the server. */
import type { IncomingMessage } from 'node:http'

/** RFC 3986, section 3.2.2, without commas: a proxy may have joined two Host headers. */
const authority = /^(?:\[[\da-f:.]+\]|(?:[\w\-.~!$&'()*+;=]|%[\da-f]{2})+)(?::\d*)?$/i

/** A message for the first violation. Two readers of such a request could take it for different requests. */
export function findHeadViolation({ headers, headersDistinct, httpVersion }: IncomingMessage): string | undefined {
  const [host, ...others] = headersDistinct.host ?? []
  // RFC 9112, section 3.2.
  if (others.length > 0 || (host === undefined && httpVersion !== '1.0')) return 'the request needs one Host header'
  if (host !== undefined && !authority.test(host)) return 'the Host header is not valid'
  const coding = headers['transfer-encoding']
  // Section 6.1: HTTP/1.0 has none.
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    return 'the transfer coding is not supported'
  const { expect = '100-continue' } = headers
  return expect.toLowerCase() === '100-continue' ? undefined : 'the Expect header is not understood'
}

/** Replaces the target `http://host/path` by its path, and the Host by its host (RFC 9112, section 3.2.2). */
export function toOriginForm(request: IncomingMessage): void {
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? '') ?? []
  if (!authority.test(host)) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}
