/** The control endpoint: rules, calls and reset of a session, and a stream of all exchanges. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Contract } from '@monitoring-service/contract'
import { ApiError, type Validator } from '@monitoring-service/http'
import { isOwnName, readBody } from '@monitoring-service/http/node'
import type { Journal } from '../journal.ts'
import { createSnippets } from '../live/snippets.ts'
import { type Routes, type Serve, sendJson } from '../routes.ts'
import { checkRule } from '../rules.ts'
import { addressOf } from '../scenario-page/routes.ts'
import { type Sessions, sessionNameOf } from '../sessions.ts'

export function controlRoutes(contract: Contract, validator: Validator, sessions: Sessions, journal: Journal): Routes {
  const format = createSnippets(contract)
  return {
    '/_mock/rules': {
      POST: forLocalPages(async (request, response) => {
        const rules = await readRules(request, response, contract, validator)
        const session = sessions.enter(sessionNameOf(request))
        for (const rule of rules) session.rules.add(rule)
        response.writeHead(204).end()
      }),
    },
    '/_mock/reset': {
      POST: forLocalPages((request, response) => {
        sessions.reset(sessionNameOf(request))
        response.writeHead(204).end()
      }),
    },
    '/_mock/calls': {
      GET: forLocalPages((request, response, query) => {
        const operation = query.get('operation')
        const { calls } = sessions.enter(sessionNameOf(request))
        sendJson(
          response,
          calls.filter(({ operationId }) => operation === null || operationId === operation),
        )
      }),
    },
    '/_mock/events': {
      GET: forLocalPages((request, response) => {
        response.setHeader('Content-Type', 'text/event-stream')
        response.flushHeaders()
        const base = addressOf(request)
        const stop = journal.subscribe((exchange) => {
          const snippets = format(exchange, base)
          response.write(`data: ${JSON.stringify({ ...exchange, snippets })}\n\n`)
          // A page that does not read; a browser connects again.
          if (response.writableLength > longestQueue) response.destroy()
        })
        response.once('close', stop)
      }),
    },
  }
}

async function readRules(request: IncomingMessage, response: ServerResponse, contract: Contract, validator: Validator) {
  const text = new TextDecoder().decode(await readBody(request, response, contract.limits.bodyBytes))
  try {
    const content: unknown = JSON.parse(text)
    return [content].flat().map((rule) => checkRule(rule, contract, validator))
  } catch (error) {
    // A RangeError is from checkRule and says what is wrong with a rule.
    const message = error instanceof RangeError ? error.message : 'the body must be a rule, or a list of rules, in JSON'
    throw new ApiError('VALIDATION_ERROR', { message })
  }
}

/** Bytes that wait for a page of the live view. */
const longestQueue = 4_000_000

/** Refuses pages of other sites: calls have the bodies of requests. */
function forLocalPages(serve: Serve): Serve {
  return (request, response, query) => {
    const { origin, host } = request.headers
    const page = origin === undefined || !URL.canParse(origin) ? undefined : new URL(origin)
    const isLocal = page && (page.host === host || ['localhost', '127.0.0.1', '[::1]'].includes(page.hostname))
    if ((origin !== undefined && !isLocal) || !isOwnName(host)) {
      response.removeHeader('Access-Control-Allow-Origin')
      throw new ApiError('VALIDATION_ERROR', { message: 'only pages of this machine may control the mock' })
    }
    return serve(request, response, query)
  }
}
