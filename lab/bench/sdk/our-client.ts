/** The shape of a client under test, and our SDK in it. Needs only the packages of the root installation. */
import { createMonitoring } from '../../../sdk/index.ts'

/** The outcome of a call, thrown or returned, with the response as far as the caller sees it. */
export interface Outcome {
  failed: boolean
  data?: unknown
  error?: unknown
  response?: Response | undefined
}

export interface CallInput {
  base: string
  operation: 'login' | 'resolve' | 'delete' | 'list'
  id: string
  signal: AbortSignal
  timeout: number | undefined
}

export interface TestedClient {
  name: string
  offers: { paths: boolean; timeout: boolean }
  call(input: CallInput): Promise<Outcome>
}

export const credentials = { email: 'ada@example.com', password: 'correct horse' }

/** For clients that throw. */
export async function settleThrown(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { failed: false, data: await call }
  } catch (error) {
    return { failed: true, error, response: (error as { response?: Response } | null)?.response }
  }
}

export const ours: TestedClient = {
  name: 'ours',
  offers: { paths: true, timeout: true },
  call({ base, operation, id, signal, timeout }) {
    const session = { token: () => 'token' }
    const api = createMonitoring({ baseUrl: base, adminKey: 'admin-key', session, timeout })
    const calls = {
      login: () => api.auth.login(credentials, { signal }),
      resolve: () => api.incidents.resolve(id, {}, { signal }),
      delete: () => api.incidents.delete(id, { signal }),
      list: () => api.admin.deletionRequests({}, { signal }),
    }
    return settleThrown(calls[operation]())
  },
}
