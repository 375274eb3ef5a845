/** The steps that build and send responses. */
import { commonHeaders, limits, requestIdPattern } from '@monitoring-service/contract'
import { newId } from './memory-store.ts'
import { statuses } from './operations.ts'
import { errors } from './service-error.ts'
import type { Steps } from './steps.ts'

const wellFormedId = new RegExp(requestIdPattern)

export const responses = {
  statuses,
  errors,

  accepted(body, call) {
    const status = call.operation === 'none' ? 200 : this.statuses[call.operation]
    return { status, headers: this.responseHeaders(call), ...(body !== undefined && { body }) }
  },

  refused({ code, message, headers }, call) {
    const known = this.errors[code]
    const error = {
      code,
      message: (message || known.message || 'the request is not valid').slice(0, limits.messageLength),
      status: known.status,
      ...(code === 'PLAN_UPGRADE_REQUIRED' && { upgradeUrl: this.upgradeUrl }),
    }
    return {
      status: known.status,
      headers: { ...this.responseHeaders(call), ...known.headers, ...headers },
      body: { error: this.error(error, call) },
    }
  },

  error: (error) => error,

  responseHeaders({ headers }) {
    const asked = headers['x-request-id']
    const wellFormed = typeof asked === 'string' && wellFormedId.test(asked)
    return {
      'X-Request-Id': wellFormed ? asked : newId(),
      ...commonHeaders,
      'Content-Type': 'application/json; charset=utf-8',
    }
  },

  onResponse: (response) => response,

  send({ status, headers, body, text }, _, outgoing) {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const { 'Content-Type': type = 'application/json', ...others } = headers
    if (content === undefined) outgoing.writeHead(status, others).end()
    else {
      const length = Buffer.byteLength(content)
      outgoing.writeHead(status, { ...others, 'Content-Type': type, 'Content-Length': length }).end(content)
    }
  },
} satisfies Partial<Steps> & ThisType<Steps>
