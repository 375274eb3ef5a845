/** The requests of others: fifty a second, whether earlier ones are answered or not. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { demo } from '@monitoring-service/contract'
import { createTokens } from '../../../server/auth/tokens.ts'

const perSecond = 50
const agent = new Agent({ keepAlive: true })

export interface Response {
  status: number
  body: string
  ms: number
}

export function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  timeout = 30_000,
): Promise<Response> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers, timeout }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - began }))
    })
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${url}: no response`)))
    sent.once('error', reject).end()
  })
}

/** The headers of user 0. */
export async function authorize(): Promise<Record<string, string>> {
  const { accessToken } = await (await createTokens(demo.tokenSecret, () => new Date())).issue('user0')
  return { authorization: `Bearer ${accessToken}` }
}

export const asAdmin = { 'x-admin-api-key': demo.adminApiKey }

/** User 0 has 20,000 incidents: the first half is resolved, the other deleted. */
let incident = 0

/** Sends requests until the work ends; returns its result and the duration of each request in milliseconds. */
export async function beside<T>(url: string, work: () => Promise<T>) {
  const bearer = await authorize()
  const kinds = [
    () => send(`${url}/api/v1/incidents/incident${incident++}/resolve`, 'PUT', bearer),
    () => send(`${url}/admin/deletion-requests?page=7`, 'GET', asAdmin),
    () => send(`${url}/api/v1/incidents/incident${10_000 + incident}`, 'DELETE', bearer),
    () => send(`${url}/admin/deletion-requests`, 'GET', {}),
  ]
  const times: number[] = []
  const running: Promise<void>[] = []
  let failed = 0
  let ended = false
  const began = performance.now()
  const result = work().finally(() => {
    ended = true
  })
  for (let nth = 0; !ended; nth++) {
    await setTimeout(Math.max(0, began + (nth * 1_000) / perSecond - performance.now()))
    const sent = kinds[nth % kinds.length]?.().then(({ status, ms }) => {
      times.push(ms)
      if (![200, 204, 401].includes(status)) failed += 1
    })
    running.push(sent?.catch(() => void failed++) ?? Promise.resolve())
  }
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(running)
  return { result: await result, times, failed, seconds }
}
