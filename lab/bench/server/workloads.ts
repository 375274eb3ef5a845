/** The four workloads of the server benchmarks, and the part of a response in which all servers must agree. */
import { demo, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import type { Request } from 'autocannon'
import { createTokens } from '../../../server/auth/tokens.ts'
import { sendOne, type Workload } from '../load.ts'
import { callerEmail, incidentIds } from './operations.ts'

/** @returns the workloads with a token that is valid for a quarter of an hour. */
export async function createWorkloads(): Promise<Workload[]> {
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const { accessToken } = await tokens.issue(demoData.users.find(({ email }) => email === callerEmail)?.id ?? '')
  const { resolveIncident, listDeletionRequests, signup } = operations
  const json = (method: 'PUT' | 'POST', path: string, content: object, own = {}): Request => {
    return { method, path, headers: { 'content-type': 'application/json', ...own }, body: JSON.stringify(content) }
  }
  const cause = { cause: 'A certificate had expired' }
  const resolves = (headers: object) =>
    incidentIds.map((id) => json('PUT', resolveIncident.path.replace('{id}', id), cause, headers))
  const headers = { 'x-admin-api-key': demo.adminApiKey }
  const page: Request = { method: 'GET', path: `${listDeletionRequests.path}?page=1&limit=20`, headers }
  const invalid = json('POST', signup.path, { email: 'ada.new.example', password: '1234567' })
  return [
    { name: 'resolve', statuses: [200], requests: resolves({ authorization: `Bearer ${accessToken}` }) },
    { name: 'admin page of 20', statuses: [200], requests: [page] },
    { name: 'invalid signup', statuses: [400], requests: [invalid] },
    { name: 'no token', statuses: [401], requests: resolves({}) },
  ]
}

/** A server's response to the first request of a workload, without times and the messages of errors. */
export async function sampleResponse(base: string, workload: Workload) {
  const { status, headers, body } = await sendOne(base, workload)
  const names = ['content-type', 'cache-control', 'x-content-type-options', 'www-authenticate']
  const values = names.map((name) => headers.get(name)?.replace('; charset=utf-8', ''))
  const content = JSON.parse(body.replace(/\d{4}-[\d:.T-]+Z/g, 'a time'))
  return { status, values, content: content.error?.code ?? content }
}
