/** Failures between a client and a service, each with a check of the client's reaction. */
import type { ServerResponse } from 'node:http'
import { type ReceivedRequest, sendError, sendJson } from './loopback.ts'
import type { CallInput, Outcome, TestedClient } from './our-client.ts'

export type Verdict = 'ok' | 'no' | 'not offered'

export interface Cell {
  verdict: Verdict
  text: string
}

/** The observable facts of one call. */
export interface Observation extends Outcome {
  requests: ReceivedRequest[]
  /** Requests that reached another origin. */
  elsewhere: ReceivedRequest[]
  /** The duration of the call in milliseconds; undefined if it was still in progress at the cutoff. */
  took: number | undefined
  client: TestedClient
}

export interface Scenario {
  operation: CallInput['operation']
  id?: string
  timeout?: number
  /** The time of the caller's abort, in milliseconds. */
  abortAfter?: number
  /**
   * @param count - The number of the request, from 1.
   * @param elsewhere - The URL of another origin.
   */
  respond: (response: ServerResponse, count: number, elsewhere: string) => void
  judge(observation: Observation): Cell
}

export const cell = (good: boolean, text: string): Cell => ({ verdict: good ? 'ok' : 'no', text })
export const notOffered = (text: string): Cell => ({ verdict: 'not offered', text })
export const incident = { incident: { id: 'x', status: 'resolved' } }
const noDeletions = { data: [], pagination: { page: 1, limit: 20, total: 0 } }
const page = '<!doctype html><title>Proxy</title>'

export const sentOnce = ({ requests }: Observation) => cell(requests.length === 1, `${requests.length} sent`)

const notSent = ({ failed, requests: [first], client }: Observation) => {
  if (!client.offers.paths) return notOffered('no paths')
  return cell(failed && !first, first ? `sent ${first.method} ${first.url}` : 'refused')
}

/** Whether a response outside the contract becomes an Error, with its status if it has one. */
export const isError =
  (status?: number) =>
  ({ failed, data, error, response }: Observation): Cell => {
    if (!failed) return cell(false, `no error, data: ${describe(data)}`)
    if (!(error instanceof Error)) return cell(false, `error: ${describe(error)}`)
    const reported = (error as { status?: number }).status ?? response?.status
    return cell(
      status === undefined || reported === status,
      status && !reported ? `${error.name}, no status` : error.name,
    )
  }

/** Whether a redirected request, if there is one, lacks a secret. */
const hidden = (request: ReceivedRequest | undefined, secret: unknown, name: string, holder = name) =>
  cell(!secret, request ? (secret ? `${name} sent` : `no ${holder}`) : 'refused')

function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'string') return `string of ${value.length}`
  if (value instanceof ReadableStream) return 'ReadableStream'
  return `${JSON.stringify(value)}`.slice(0, 14)
}

type ScenarioResponse = Scenario['respond']

export const error =
  (status: number, code: string, headers = {}): ScenarioResponse =>
  (response) =>
    sendError(response, status, code, headers)

const rateLimited = (retryAfter: string) => error(429, 'RATE_LIMITED', { 'Retry-After': retryAfter })

export const success: ScenarioResponse = (response) => sendJson(response, 200, incident)

const html =
  (status: number): ScenarioResponse =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'text/html' }).end(page)

const redirect =
  (path: string): ScenarioResponse =>
  (response, _count, elsewhere) =>
    response.writeHead(307, { Location: elsewhere + path }).end()

export const scenarios: Record<string, Scenario> = {
  'POST answered 409: sent once': { operation: 'login', respond: error(409, 'CONFLICT'), judge: sentOnce },
  'POST answered 503: sent once': { operation: 'login', respond: error(503, 'OUTCOME_UNKNOWN'), judge: sentOnce },
  'abort 200 ms into Retry-After: 3': {
    operation: 'list',
    abortAfter: 200,
    respond: rateLimited('3'),
    judge({ took, failed }) {
      if (took !== undefined && took < 150) return notOffered('no retries')
      return cell(failed && took !== undefined && took < 500, took === undefined ? 'waiting' : `${Math.round(took)} ms`)
    },
  },
  '429 with Retry-After: 3600 fails at once': {
    operation: 'list',
    respond: rateLimited('3600'),
    judge({ took, failed, error, response }) {
      if (took === undefined) return cell(false, 'waiting')
      const reported = (error as { retryAfter?: number } | undefined)?.retryAfter === 3600
      const shown = response?.headers.get('retry-after') === '3600'
      return cell(failed && (reported || shown), reported ? 'retryAfter' : shown ? 'in a header' : 'time unknown')
    },
  },
  'Retry-After: garbage backs off': {
    operation: 'list',
    respond: (response, count, elsewhere) =>
      count === 1 ? rateLimited('soon')(response, count, elsewhere) : sendJson(response, 200, noDeletions),
    judge({ requests: [first, second], failed }) {
      if (!first || !second) return notOffered('no retries')
      const pause = Math.round(second.at - first.at)
      return cell(!failed && pause >= 100, `after ${pause} ms`)
    },
  },
  'body stalls, timeout of 300 ms': {
    operation: 'resolve',
    timeout: 300,
    respond: (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"inc'),
    judge({ took, failed, client }) {
      if (!client.offers.timeout) return notOffered('no timeout')
      return cell(failed && took !== undefined && took < 600, took === undefined ? 'pending' : `${Math.round(took)} ms`)
    },
  },
  'path id ".."': { operation: 'resolve', id: '..', respond: success, judge: notSent },
  'path id ""': { operation: 'resolve', id: '', respond: success, judge: notSent },
  '200 text/html is an Error': { operation: 'resolve', respond: html(200), judge: isError() },
  '200 of no content type is an Error': {
    operation: 'resolve',
    respond: (response) => response.writeHead(200).end(JSON.stringify(incident)),
    judge: isError(),
  },
  '404 with empty body is an Error with status': {
    operation: 'resolve',
    respond: (response) => response.writeHead(404, { 'Content-Length': '0' }).end(),
    judge: isError(404),
  },
  '502 text/html is an Error with status': { operation: 'login', respond: html(502), judge: isError(502) },
  '307 elsewhere does not take the admin key': {
    operation: 'list',
    respond: redirect('/admin/deletion-requests'),
    judge: ({ elsewhere: [first] }) => hidden(first, first?.headers['x-admin-api-key'], 'key'),
  },
  '307 elsewhere does not take the password': {
    operation: 'login',
    respond: redirect('/auth/login'),
    judge: ({ elsewhere: [first] }) => hidden(first, first?.body, 'password', 'body'),
  },
  'reply lost, then 404: may have happened': {
    operation: 'delete',
    respond: (response, count) => (count === 1 ? response.destroy() : sendError(response, 404, 'INCIDENT_NOT_FOUND')),
    judge({ requests, error }) {
      if (requests.length === 1) return notOffered('no retries')
      const reported = (error as { maybeApplied?: boolean }).maybeApplied === true
      return cell(reported, reported ? 'maybeApplied' : 'plain 404')
    },
  },
}
