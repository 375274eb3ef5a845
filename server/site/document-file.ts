/** Sends a file for programs: pages of any origin may read it, and it names this server's own address. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { remember } from '@monitoring-service/contract/files'
import { staticFile } from './static-file.ts'

/** The address in the files as they are generated. */
const generatedAddress = 'http://localhost:3000'

/** @param render is called at the first request. */
export function documentFile(name: string, render: () => string | Promise<string>) {
  const generated = remember(render)
  // The last one only: clients choose what they send as Host.
  let last: { origin: string; send: ReturnType<typeof staticFile> } | undefined
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = originOf(request)
    if (last?.origin !== origin) {
      const text = async () => (await generated()).replaceAll(generatedAddress, origin)
      last = { origin, send: staticFile(name, text) }
    }
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.appendHeader('Vary', 'X-Forwarded-Proto')
    return last.send(request, response)
  }
}

/** The address at which the client reaches this server. */
function originOf({ headers, socket }: IncomingMessage): string {
  const { host = '' } = headers
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(host)) return generatedAddress
  return `${'encrypted' in socket || headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
}
