/** The page's program: starts the service worker and calls the service with the SDK. */
import { createHandlers } from '@monitoring-service/mock/msw'
import { setupWorker } from 'msw/browser'
import { ApiError, createMonitoring } from '../../sdk/index.ts'

interface Input {
  baseUrl: string
  password: string
  adminKey: string
}

const [open, resolved] = ['01J0000000000001NC1DENT001', '01J0000000000001NC1DENT003']

export async function start({ baseUrl }: Input): Promise<void> {
  // The names of MSW 2 and MSW 3.
  const unhandled = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const
  await setupWorker(...createHandlers({ baseUrl })).start({ quiet: true, ...unhandled })
}

export async function useService({ baseUrl, password, adminKey }: Input) {
  const as = async (email: string) => {
    const { accessToken } = await createMonitoring({ baseUrl }).auth.login({ email, password })
    return createMonitoring({ baseUrl, session: { token: () => accessToken }, adminKey, maxRetries: 0 })
  }
  const [pro, free] = [await as('owner@acme.example'), await as('owner@solo.example')]
  const detailOf = (error: unknown) => (error instanceof ApiError ? error.detail : String(error))
  const emails = new Set<string>()
  for await (const { email } of pro.admin.deletionRequests()) emails.add(email)
  return {
    resolved: (await pro.incidents.resolve(open)).incident.status,
    again: await pro.incidents.resolve(resolved).catch(detailOf),
    upgrade: await free.services.resetStats('01J0000000000000SERV1CE001').catch(detailOf),
    leaving: emails.size,
  }
}

/** Makes one call with a Prefer header and returns its outcome. */
export async function prefer({ baseUrl, adminKey, preference }: Input & { preference: string }) {
  const { admin } = createMonitoring({ baseUrl, adminKey, headers: { Prefer: preference }, maxRetries: 0 })
  const outcome = await admin.deletionRequests({ limit: 1 }).catch((error) => error)
  return outcome instanceof Error ? [outcome.name, (outcome as ApiError).status] : ['page', outcome.data.length]
}

/** The order of responses to a delayed call and a call without delay. */
export async function race({ baseUrl }: Input) {
  const order: (string | null)[] = []
  const call = async (preference: string) => {
    const response = await fetch(`${baseUrl}/auth/login#fragment`, { method: 'POST', headers: { Prefer: preference } })
    order.push(response.headers.get('Preference-Applied'))
  }
  await Promise.all([call('delay=1500'), call('delay=0')])
  return order
}

/** Aborts a hanging call after another call has its response. */
export async function giveUp({ baseUrl }: Input) {
  const controller = new AbortController()
  const headers = { Prefer: 'fault=hang' }
  const hanging = fetch(`${baseUrl}/auth/login`, { method: 'POST', headers, signal: controller.signal })
  const other = await fetch(`${baseUrl}/auth/login`, { method: 'POST' }).then(() => 'response')
  controller.abort()
  return [other, await hanging.catch(({ name }) => name)]
}
