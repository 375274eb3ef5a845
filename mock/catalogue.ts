/** Shows all scenarios of a contract at `/_mock/scenarios`. */
import type { RequestListener } from 'node:http'
import type { Contract } from '@monitoring-service/contract'

export function withCatalogue(listener: RequestListener, contract: Contract): RequestListener {
  return (request, response) => {
    if (request.url !== '/_mock/scenarios') return listener(request, response)
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(contract.scenarios))
  }
}
