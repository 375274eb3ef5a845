/** A page's program that starts MSW's service worker with the mock's handlers, and logs in. */
import { createHandlers } from '@monitoring-service/mock/msw'
import { setupWorker } from 'msw/browser'

export async function callEverything({ baseUrl, owner }) {
  await setupWorker(...createHandlers({ baseUrl })).start({ quiet: true })
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${baseUrl}/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) })
  return [response.status, (await response.json()).user.role]
}

globalThis.program = { callEverything }
