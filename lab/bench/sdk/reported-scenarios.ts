/** Failures that users reported in the issue trackers of other clients, each with its thread. */
import type { Observation, Scenario } from './failure-scenarios.ts'
import { cell, error, incident, isError, notOffered, sentOnce, success } from './failure-scenarios.ts'
import { sendJson } from './loopback.ts'

const isSuccess = ({ failed, error: thrown, requests }: Observation) =>
  cell(!failed && requests.length === 1, failed ? `${(thrown as Error | undefined)?.name}` : 'data')

/** Whether the call ended soon, with one request. */
const endsSoon = ({ took, failed, requests }: Observation) =>
  cell(
    failed && requests.length === 1 && took !== undefined && took < 600,
    took === undefined ? 'pending' : `${Math.round(took)} ms, ${requests.length} sent`,
  )

/** Where clients put the body of an error response. */
function hasField({ error: thrown }: Observation) {
  const { detail, data, error: body, response } = (thrown ?? {}) as Record<string, { data?: unknown } | undefined>
  const found = JSON.stringify([detail, data, body, response?.data])?.includes('EMAIL_ALREADY_REGISTERED')
  return cell(found, found ? 'in the error' : 'not in the error')
}

export const reportedScenarios: Record<string, Scenario> = {
  'POST answered 502: sent once (medplum/medplum#9969)': {
    operation: 'login',
    respond: error(502, 'BAD_GATEWAY'),
    judge: sentOnce,
  },
  'POST of a lost connection: sent once (FGRibreau/node-request-retry#145)': {
    operation: 'login',
    respond: (response) => response.destroy(),
    judge: sentOnce,
  },
  'POST without a response, timeout of 300 ms: sent once (medplum/medplum#9969)': {
    operation: 'login',
    timeout: 300,
    respond: () => {},
    judge: (seen) => (seen.client.offers.timeout ? endsSoon(seen) : notOffered('no timeout')),
  },
  'PUT answered 503: sent again (softonic/axios-retry#146)': {
    operation: 'resolve',
    respond: (response, count, elsewhere) =>
      (count > 1 ? success : error(503, 'UNAVAILABLE'))(response, count, elsewhere),
    judge: ({ failed, requests }) =>
      requests.length === 1 ? notOffered('no retries') : cell(!failed, `${requests.length} sent`),
  },
  'GET without a response ends or is repeated after its timeout of 300 ms (openai/openai-node#1825)': {
    operation: 'list',
    timeout: 300,
    respond: () => {},
    judge({ client, requests, took }) {
      if (!client.offers.timeout) return notOffered('no timeout')
      const ended = requests.length > 1 || (took !== undefined && took < 600)
      return cell(ended, ended ? `${requests.length} sent` : 'pending')
    },
  },
  'abort 200 ms into a request (ProjectOpenSea/opensea-sdk#2003)': {
    operation: 'list',
    abortAfter: 200,
    respond: () => {},
    judge: endsSoon,
  },
  '500 with empty body of no length is an Error with status (openapi-ts/openapi-typescript#2574)': {
    operation: 'login',
    respond: (response) => response.writeHead(500, { 'Transfer-Encoding': 'chunked' }).end(),
    judge: isError(500),
  },
  '409 is an Error with status, not an object (hey-api/openapi-ts#3632)': {
    operation: 'login',
    respond: error(409, 'EMAIL_ALREADY_REGISTERED'),
    judge: isError(409),
  },
  'the code in the body of an error is in the error (octokit/octokit.js#347)': {
    operation: 'login',
    respond: error(409, 'EMAIL_ALREADY_REGISTERED'),
    judge: hasField,
  },
  '409 with broken JSON is an Error with status (actions/deploy-pages#265)': {
    operation: 'login',
    respond: (response) => response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"error'),
    judge: isError(409),
  },
  '204 without content is a success (drwpow/openapi-fetch#23)': {
    operation: 'delete',
    respond: (response) => response.writeHead(204).end(),
    judge: isSuccess,
  },
  'a body that ends with its connection is complete (sindresorhus/got#2446)': {
    operation: 'resolve',
    respond(response) {
      response.useChunkedEncodingByDefault = false
      response.removeHeader('Content-Length')
      response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' })
      response.write(JSON.stringify(incident))
      response.end()
    },
    judge: isSuccess,
  },
  'a body that is shorter than its length is an Error (nodejs/node#35958)': {
    operation: 'login',
    respond(response) {
      const body = JSON.stringify({ accessToken: 'a' })
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length + 5 })
      response.write(body, () => response.destroy())
    },
    judge: isError(),
  },
  'path id "a/../b" stays one segment (openapi-ts/openapi-typescript#2483)': {
    operation: 'resolve',
    id: 'a/../b',
    respond: (response) => sendJson(response, 200, incident),
    judge({ requests: [first], client }) {
      if (!client.offers.paths) return notOffered('no paths')
      return cell(
        !first || first.url === '/api/v1/incidents/a%2F..%2Fb/resolve',
        first ? `sent ${first.url}` : 'refused',
      )
    },
  },
}
