/** Content negotiation between the HTML page and the JSON document of one address. */
import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'

/** Whether the Accept header prefers HTML to JSON. JSON is the default where both are equally welcome. */
export function prefersHtml(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(['application/json', 'text/html']) === 'text/html'
}
